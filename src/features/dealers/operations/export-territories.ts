import type { OperationContext } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { type ExportPart, exportText } from '../../../platform/export-text.ts'
import { authorize } from '../../../platform/principal.ts'
import { selectBrandIds } from '../../brands/index.ts'
import { type ListedTerritory, listTerritories, type TerritoryKey } from '../queries/territory-queries.ts'
import type { BrandIds } from '../queries/visible.ts'
import type { ExportInput } from './export-dealers.ts'

const PAGE = 1_000

/** The columns of a CSV file. An import would take `dealer_id` and `dealer_name` for the code. */
const COLUMNS: Record<string, (territory: ListedTerritory) => unknown> = {
  brand: ({ brand }) => brand,
  country: ({ country }) => country,
  postal_code: (territory) => territory.postal_code,
  dealer_code: (territory) => territory.dealer_code,
  assigned_dealer_id: (territory) => territory.dealer_id,
  assigned_dealer_name: (territory) => territory.dealer_name,
}

/**
 * Returns what yields the text of an export of the territories of the principal's brands, a page at a time, by brand,
 * country and code. A CSV file begins with its header, which an import understands.
 * @throws NotFound (NOT_FOUND) for the brand
 */
export async function exportTerritories(
  { db, principal }: Pick<OperationContext, 'db' | 'principal'>,
  { brand, format }: ExportInput,
): Promise<(reader: Reader) => AsyncGenerator<ExportPart>> {
  authorize(principal, 'dealers:read')
  const brandIds = await selectBrandIds(db.read, principal, brand)
  return (reader) => exportText(format, COLUMNS, pagesOfTerritories(reader, brandIds))
}

async function* pagesOfTerritories(reader: Reader, brandIds: BrandIds): AsyncGenerator<ListedTerritory[]> {
  for (let after: TerritoryKey | undefined; ; ) {
    const rows = await listTerritories(reader, { brandIds }, { limit: PAGE, offset: 0, after })
    yield rows
    if (rows.length < PAGE) return
    const last = rows.at(-1)!
    after = [last.brand_id, last.country, last.postal_code]
  }
}
