import { createOutgoing } from '../../../platform/outgoing/client.ts'
import type { Endpoint } from './ask.ts'
import type { Geocoder } from './geocoder.ts'
import { GOOGLE_URL, google } from './google.ts'
import { LISTING_SERVICES, listing } from './listing-services.ts'
import { nominatim } from './nominatim.ts'

/** The settings that choose a service; a subset of the server's configuration. */
export interface GeocoderSettings {
  GEOCODER: 'nominatim' | 'google' | keyof typeof LISTING_SERVICES
  /** Nominatim: the base of the service. Others: an address to call instead of the provider's own. */
  GEOCODER_URL?: string | undefined
  GEOCODER_KEY?: string | undefined
}

const TIMEOUT_MS = 3_000
const USER_AGENT = 'Transom (self-hosted dealer locator)'

export function hasGeocoder({ GEOCODER, GEOCODER_URL }: GeocoderSettings): boolean {
  return GEOCODER !== 'nominatim' || GEOCODER_URL !== undefined
}

/** Returns the service that the operator set up, or null where there is none. Nothing is called yet. */
export function createGeocoder(settings: GeocoderSettings, { timeoutMs = TIMEOUT_MS } = {}): Geocoder | null {
  if (!hasGeocoder(settings)) return null
  const { GEOCODER: name, GEOCODER_URL, GEOCODER_KEY: key = '' } = settings
  // The operator names the service and may run it on a private network, without TLS.
  const outgoing = createOutgoing({ allowPrivate: true, userAgent: USER_AGENT })
  const endpoint = (own: string): Endpoint => ({ url: GEOCODER_URL ?? own, outgoing, timeoutMs })
  return { name, locate: adapter(), close: () => outgoing.close() }

  function adapter(): Geocoder['locate'] {
    if (name === 'nominatim') return nominatim(endpoint(''))
    if (name === 'google') return google(endpoint(GOOGLE_URL), key)
    const service = LISTING_SERVICES[name]
    return listing(service, endpoint(service.url), key)
  }
}
