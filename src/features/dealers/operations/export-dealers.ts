import type { OperationContext } from '../../../platform/context.ts'
import { pagesById } from '../../../platform/db/chunks.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { type ExportFormat, type ExportPart, exportText } from '../../../platform/export-text.ts'
import { authorize } from '../../../platform/principal.ts'
import { selectBrandIds } from '../../brands/index.ts'
import { listDealers } from '../queries/list-queries.ts'
import { type DealerView, viewDealers } from '../records/dealer-view.ts'

export interface ExportInput {
  /** Slug or id; absent: all brands of the principal. */
  brand?: string
  format: ExportFormat
}

const PAGE = 1_000

/**
 * Returns what yields the text of an export of the principal's dealers, a page at a time, by id. A CSV file begins with
 * its header, which an import understands.
 * @throws NotFound (NOT_FOUND) for the brand
 */
export async function exportDealers(
  { db, principal }: Pick<OperationContext, 'db' | 'principal'>,
  { brand, format }: ExportInput,
): Promise<(reader: Reader) => AsyncGenerator<ExportPart>> {
  authorize(principal, 'dealers:read')
  const brandIds = await selectBrandIds(db.read, principal, brand)
  return (reader) => {
    const pages = pagesById(PAGE, async (after) => {
      const window = { sort: 'id' as const, limit: PAGE, offset: 0, after: [after] as [number] }
      const rows = await listDealers(reader, { brandIds, few: false, words: [] }, window)
      return viewDealers(reader, principal, rows)
    })
    return exportText(format, COLUMNS, pages)
  }
}

/** The columns of a CSV file by their names in an import. */
const COLUMNS: Record<string, (dealer: DealerView) => unknown> = {
  id: ({ id }) => id,
  dealer_code: (dealer) => dealer.dealer_code,
  group_id: (dealer) => dealer.group_id,
  group_name: ({ group }) => group,
  unit_id: (dealer) => dealer.unit_id,
  name: ({ name }) => name,
  legal_name: (dealer) => dealer.legal_name,
  address: ({ address }) => address,
  address2: ({ address2 }) => address2,
  city: ({ city }) => city,
  state: ({ state }) => state,
  postal_code: (dealer) => dealer.postal_code,
  country: ({ country }) => country,
  phone: ({ phone }) => phone,
  email: ({ email }) => email,
  website: ({ website }) => website,
  // An import would take coordinates for the dealer's own.
  latitude: ({ latitude, approximate }) => (approximate ? null : latitude),
  longitude: ({ longitude, approximate }) => (approximate ? null : longitude),
  approximate: ({ approximate }) => approximate,
  logo_url: (dealer) => dealer.logo_url,
  primary_contact: (dealer) => dealer.primary_contact,
  active: ({ active }) => active,
  brands: ({ brands }) => brands.join(','),
  created_at: (dealer) => dealer.created_at,
  updated_at: (dealer) => dealer.updated_at,
}
