import { toIsoMicros } from '../../platform/clock.ts'
import type { Brands } from '../brands/index.ts'
import type { FoundPerson } from './search-person.ts'

/** A place that mentions a person. */
export interface Place {
  what: string
  brand: string | null
  /** The HIN, the id of a lead or an import, the dealer's code. */
  of: string | number | null
  when: string | null
  /** Set where erasing leaves it: the record to change by hand. */
  kept?: 'user' | 'dealer'
}

/** Returns the places where a person was found. */
export function placesOf(found: FoundPerson, brands: Brands): Place[] {
  const slugOf = (brandId: number) => brands.byId.get(brandId)?.slug ?? null
  const { warranties, leads, registrations, events, imports, answers, login, dealers } = found
  const deliveries = found.deliveries.deliveries.length + found.deliveries.attempts.length
  const place = (
    what: string,
    brandId: number | null,
    of: Place['of'],
    when: string | null = null,
  ): Place => ({
    what,
    brand: brandId === null ? null : slugOf(brandId),
    of,
    when,
  })
  return [
    ...warranties.owned.map((one) =>
      place(
        one.transfer_date === null ? 'owner' : 'former owner',
        one.brand_id,
        one.hin,
        one.registration_date,
      ),
    ),
    ...warranties.mentions.map((one) => place('named in a warranty', one.brandId, one.hin)),
    ...leads.own.map((one) => place('lead', one.brand_id, one.id, toIsoMicros(one.received_at))),
    ...leads.mentions.map((one) =>
      place('named in a lead', one.brand_id, one.id, toIsoMicros(one.received_at)),
    ),
    ...registrations.own.map((one) =>
      place('registration', one.brand_id, one.hin, toIsoMicros(one.received_at)),
    ),
    ...registrations.mentions.map((one) => place('named in a registration', one.brand_id, one.hin)),
    ...(deliveries > 0 ? [place('errors and answers of deliveries', null, deliveries)] : []),
    ...(events.length > 0 ? [place('events', null, events.length)] : []),
    ...imports.map((one) => place('file of an import', one.brand_id, one.id, toIsoMicros(one.created_at))),
    ...(answers.length > 0 ? [place('answers kept for repeated requests', null, answers.length)] : []),
    ...(login ? [{ ...place('API user', null, null), kept: 'user' as const }] : []),
    ...dealers.map((dealer) => ({
      ...place('dealer', null, dealer.dealer_code || dealer.id),
      kept: 'dealer' as const,
    })),
  ]
}
