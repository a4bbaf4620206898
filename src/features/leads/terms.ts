import { searchTerms } from '../../platform/search-terms.ts'
import { createTermIndex } from '../../platform/term-index.ts'
import type { Lead } from './lead.ts'

/** Finds leads by their contacts. */
export const leadTerms = createTermIndex('lead_terms', 'leads')

/** Returns a lead as searches find it. */
export function toIndexed(id: number, brandId: number, { contact }: Pick<Lead, 'contact'>) {
  const { contact_first_name, contact_last_name, contact_email, contact_phone } = contact
  const words = `${contact_first_name ?? ''} ${contact_last_name ?? ''}`
  return { id, brandId, terms: searchTerms({ words, exact: [contact_email], phone: contact_phone }) }
}
