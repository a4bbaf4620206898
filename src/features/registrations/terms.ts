import { searchTerms } from '../../platform/search-terms.ts'
import type { RegistrationRow } from './queries.ts'

/** Returns a registration as searches find it. */
export function toIndexed(row: RegistrationRow) {
  const { first_name, last_name, phone } = row.contact
  const words = `${first_name} ${last_name}`
  return {
    id: row.id,
    brandId: row.brand_id,
    terms: searchTerms({ words, exact: [row.hin, row.email_key], phone }),
  }
}
