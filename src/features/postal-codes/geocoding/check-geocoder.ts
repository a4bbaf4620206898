import { type Finding, ok, problem, warning } from '../../../platform/check.ts'
import { createGeocoder, type GeocoderSettings } from './create-geocoder.ts'

/** A code that every service of the world should know: Berlin. */
const KNOWN = { country: 'DE', code: '10115', latitude: 52.5, longitude: 13.4 }
const FAR_DEGREES = 1

/** Asks the geocoding service for one code. */
export async function checkGeocoder(settings: GeocoderSettings): Promise<Finding[]> {
  const geocoder = createGeocoder(settings)
  if (!geocoder) return [ok('None is set: codes that are neither built in nor imported have no place.')]
  const { country, code, latitude, longitude } = KNOWN
  try {
    const point = await geocoder.locate(country, code)
    if (!point) {
      return [
        warning(
          `${geocoder.name} answers, but does not know ${code} in ${country}.`,
          'See whether it has the countries that you need.',
        ),
      ]
    }
    const off = Math.hypot(point.latitude - latitude, point.longitude - longitude)
    if (off > FAR_DEGREES)
      return [
        warning(`${geocoder.name} puts ${code} in ${country} in the wrong place.`, 'See what it answers.'),
      ]
    return [ok(`${geocoder.name} knows where ${code} in ${country} is.`)]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [
      problem(
        `${geocoder.name} gives no answer: ${reason}`,
        'Correct GEOCODER_URL or GEOCODER_KEY, or see to the service. Until then unknown codes get 503.',
      ),
    ]
  } finally {
    await geocoder.close()
  }
}
