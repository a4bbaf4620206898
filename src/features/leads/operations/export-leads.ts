import type { Reader } from '../../../platform/db/db.ts'
import { type ExportFormat, type ExportPart, exportText } from '../../../platform/export-text.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { selectBrands } from '../../brands/index.ts'
import type { LeadAdministration } from '../context.ts'
import type { LeadRecord } from '../lead-record.ts'
import { LeadBoatBuild, LeadBody, LeadContact, LeadProduct } from '../schemas.ts'
import { LeadFilter, pagesOfLeads } from './list-leads.ts'

/**
 * Returns what yields the text of an export, a page of leads at a time; a CSV file begins with its header. It reads
 * from the snapshot that it gets.
 * @throws NotFound for an unknown brand
 */
export async function exportLeads(
  { brands, principal }: Pick<LeadAdministration, 'brands' | 'principal'>,
  { format, ...filter }: LeadFilter & { format: ExportFormat },
): Promise<(reader: Reader) => AsyncGenerator<ExportPart>> {
  authorize(principal, 'leads:read')
  const { brand, ...bounds } = parse(LeadFilter, filter)
  const selected = selectBrands(await brands.getFresh(), principal, brand)
  return (reader) => exportText(format, COLUMNS, pagesOfLeads(reader, selected, bounds))
}

const CONTACT = Object.keys(LeadContact.properties)
const PRODUCT = Object.keys(LeadProduct.properties)
const BUILD = Object.keys(LeadBoatBuild.properties)

const COLUMNS: Record<string, (record: LeadRecord) => unknown> = {
  lead_id: (record) => record.lead_id,
  received_at: (record) => record.received_at,
  brand: (record) => record.brand,
  contact_category: ({ lead }) => lead.contact_category,
  state: (record) => record.state,
  send_to_dealer: ({ lead }) => lead.send_to_dealer,
  ...columnsFrom(CONTACT, ({ lead }) => lead.contact),
  ...columnsFrom(PRODUCT, ({ lead }) => lead.product),
  ...columnsFrom(BUILD, ({ lead }) => lead.boat_build),
  custom_fields: ({ lead }) => lead.custom_fields,
  // All fields that the interface does not know.
  other_fields: ({ lead }) => othersOf(lead),
  dealer_id: (record) => record.dealer_id,
  ...columnsFrom(['dealer_code', 'name', 'match_type', 'distance_miles'], ({ dealer }) => dealer, 'dealer_'),
  dealer_reason: (record) => record.dealer_reason,
  ...columnsFrom(
    ['email_optin_source', 'phone_optin_source', 'token_id', 'client_address', 'user_agent'],
    ({ consent }) => consent,
  ),
  duplicates: (record) => record.duplicates,
}

/** Returns a column for each field; its name begins with the prefix once. */
function columnsFrom(
  names: readonly string[],
  from: (record: LeadRecord) => object | null | undefined,
  prefix = '',
) {
  return Object.fromEntries(
    names.map((name) => [
      name.startsWith(prefix) ? name : prefix + name,
      (record: LeadRecord) => (from(record) as Record<string, unknown> | null | undefined)?.[name],
    ]),
  )
}

function othersOf({ contact, product, boat_build, ...lead }: LeadRecord['lead']): object | undefined {
  const others = {
    ...without(lead, Object.keys(LeadBody.properties)),
    ...nested('contact', without(contact, CONTACT)),
    ...nested('product', without(product, PRODUCT)),
    ...nested('boat_build', without(boat_build, BUILD)),
  }
  return Object.keys(others).length > 0 ? others : undefined
}

function without(fields: object = {}, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

function nested(name: string, fields: object): object {
  return Object.keys(fields).length > 0 ? { [name]: fields } : {}
}
