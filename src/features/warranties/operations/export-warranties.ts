import { toUtcDate } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { type ExportFormat, type ExportPart, exportText } from '../../../platform/export-text.ts'
import { authorize } from '../../../platform/principal.ts'
import { type Brand, selectBrands } from '../../brands/index.ts'
import type { WarrantyContext } from '../context.ts'
import { EXPORT_COLUMNS } from '../import-export/export-columns.ts'
import { listOwnerships } from '../queries/queries.ts'
import { listInOrder } from '../queries/search-queries.ts'
import { type ExportedWarranty, toExported } from '../records/record.ts'

const PAGE_SIZE = 1_000

interface Input {
  /** Slug or id; absent: all brands of the principal. */
  brand?: string | undefined
  format: ExportFormat
  /** Adds every owner to each warranty, the first one first. */
  withHistory?: boolean
}

/**
 * Returns what yields the text of an export of the principal's warranties, brand by brand, each brand's in the order in
 * which they were created. It reads from the snapshot that it gets, a page at a time.
 * @throws NotFound (NOT_FOUND) for the brand
 */
export async function exportWarranties(
  { brands, clock, principal }: Pick<WarrantyContext, 'brands' | 'clock' | 'principal'>,
  { brand, format, withHistory = false }: Input,
): Promise<(reader: Reader) => AsyncGenerator<ExportPart>> {
  authorize(principal, 'warranty:read')
  const selected = selectBrands(await brands.getFresh(), principal, brand)
  const today = toUtcDate(clock.now())
  return (reader) =>
    exportText(format, EXPORT_COLUMNS, pagesOfWarranties(reader, { brands: selected, today, withHistory }))
}

async function* pagesOfWarranties(
  reader: Reader,
  { brands, today, withHistory }: { brands: readonly Brand[]; today: string; withHistory: boolean },
): AsyncGenerator<ExportedWarranty[]> {
  for (const brand of brands) {
    for (let rows = await listInOrder(reader, brand.id, { limit: PAGE_SIZE }); rows.length > 0; ) {
      const ids = rows.map(({ id }) => id)
      const owners = withHistory
        ? Map.groupBy(await listOwnerships(reader, ids), (owner) => owner.warranty_id)
        : undefined
      yield rows.map((row) => toExported(row, brand, today, owners?.get(row.id)))
      rows = await listInOrder(reader, brand.id, { after: rows.at(-1), limit: PAGE_SIZE })
    }
  }
}
