import { simplify } from '../../platform/imports/columns.ts'
import type { CsvFile } from '../../platform/imports/csv-file.ts'
import { wrongKind } from '../../platform/imports/file-kinds.ts'
import { TERRITORY_COLUMNS, type TerritoryField } from './territory-rows.ts'

/**
 * Refuses a list of territories where dealers are expected: it has columns for postal codes and dealers (and countries)
 * alone, and names dealers several times or by a column that is no dealer's code.
 * @throws Invalid (VALIDATION_ERROR)
 */
export function refuseTerritories({ header, rows }: CsvFile, mapped: readonly string[]): void {
  if (mapped.length > 0) return
  const fields = header.map((name) => fieldOf(simplify(name)))
  const [code, dealer] = [fields.indexOf('postal_code'), fields.indexOf('dealer_code')]
  if (fields.includes(undefined) || code === -1 || dealer === -1) return
  const dealers = rows.map(({ cells }) => cells[dealer] ?? '')
  const isName = simplify(header[dealer]!) === 'dealer'
  if (!isName && new Set(dealers).size === dealers.length) return
  throw wrongKind('dealers', 'territories', [header[code]!, header[dealer]!])
}

function fieldOf(column: string): TerritoryField | undefined {
  const fields = Object.entries(TERRITORY_COLUMNS) as [TerritoryField, readonly string[]][]
  return fields.find(([field, names]) => [field, ...names].some((name) => simplify(name) === column))?.[0]
}
