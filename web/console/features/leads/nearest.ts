import { readList } from '../../api/queries.ts'
import { type Lead, locatedBy } from './lead.ts'

const NEAREST = 10

/** Returns what reads the dealers that the locator lists for a lead's place today; undefined where the place is unknown. */
export function readNearest(lead: Lead) {
  const place = locatedBy(lead)
  return place && readList('/admin/v1/locate', { query: { brand: lead.brand, ...place, limit: NEAREST } })
}
