import type { OperationContext } from '../../../platform/context.ts'
import { issue } from '../../../platform/errors.ts'
import { findColumns } from '../../../platform/imports/columns.ts'
import type { Remark, RowNote } from '../../../platform/imports/csv-file.ts'
import { refuseOtherKinds } from '../../../platform/imports/file-kinds.ts'
import { type RecordCounts, runImport } from '../../../platform/imports/run-import.ts'
import { authorize } from '../../../platform/principal.ts'
import { findBrandId } from '../../brands/index.ts'
import { listTerritories, lockDealers, saveTerritories, type TerritoryInput } from '../../dealers/index.ts'
import { findNamedDealers, type NamedDealer } from '../named-dealers.ts'
import { type ImportInput, type Line, MAY_BE_ANY, type TableReport } from '../options.ts'
import {
  REQUIRED_OF_TERRITORIES,
  readTerritoryRow,
  TERRITORY_COLUMNS,
  type TerritoryRow,
} from '../territory-rows.ts'

type TerritoryLine = Line<TerritoryRow>

/** The territories of the file, by their keys, and the line of each. */
type Wanted = Map<string, TerritoryInput & { line: number }>

/**
 * Assigns the postal codes of a file to dealers.
 * @throws Invalid (VALIDATION_ERROR) where the columns do not fit
 * @throws NotFound (NOT_FOUND) for the brand
 */
export async function importTerritories(ctx: OperationContext, input: ImportInput): Promise<TableReport> {
  authorize(ctx.principal, 'dealers:write')
  const { table, mapped, replace, dryRun, onProgress } = input
  refuseOtherKinds(table.header, 'territories', mapped)
  const columns = findColumns(table.header, TERRITORY_COLUMNS, { mapped, required: REQUIRED_OF_TERRITORIES })
  const brandId = await findBrandId(ctx.db.read, input.brand)
  const lines = table.rows.map((row) => ({ line: row.line, ...readTerritoryRow(row, columns, input) }))
  if (lines.some(({ zerosLost }) => zerosLost)) warnOfBareCodes(lines)
  const found = { ignored: columns.ignored, columns: columns.of }
  const report = await runImport(ctx.db, input, async (trx) => {
    const issues: RowNote[] = []
    const warnings: RowNote[] = []
    const wanted: Wanted = new Map()
    if (!dryRun) await lockDealers(ctx.db, trx)
    const dealerOf = await findNamedDealers(trx, lines, brandId, ctx.principal)
    let taken = 0
    for (const row of lines) {
      const read = assign(row, { dealer: dealerOf(row.dealer), brandId, wanted })
      issues.push(...read.issues.map((remark) => ({ line: row.line, ...remark })))
      warnings.push(...read.warnings.map((remark) => ({ line: row.line, ...remark })))
      if (read.taken) taken++
    }
    const stored = await listTerritories(trx, [brandId])
    const unnamed = replace ? listUnnamed(stored, lines) : []
    const unreadable = lines.find((row) => row.unreadable)
    if (unreadable && unnamed.length > 0) warnings.unshift({ line: unreadable.line, ...MAY_BE_ANY })
    const removals = unreadable ? [] : unnamed
    if (!dryRun) await saveTerritories(ctx, trx, [...wanted.values(), ...removals])
    onProgress(lines.length)
    const counts = countChanges(wanted, stored)
    return { taken, removed: removals.length, stored: stored.length, counts, ...found, issues, warnings }
  })
  return { ...found, ...report }
}

/** Counts postal codes, of which a row may name many. */
function countChanges(wanted: Wanted, stored: Awaited<ReturnType<typeof listTerritories>>): RecordCounts {
  const dealerOf = new Map(
    stored.map(({ country, postal_code, dealer_id }) => [keyOf(country, postal_code), dealer_id]),
  )
  const counts: RecordCounts = { create: 0, update: 0, unchanged: 0 }
  for (const [key, { dealerId }] of wanted) {
    const before = dealerOf.get(key)
    counts[before === undefined ? 'create' : before === dealerId ? 'unchanged' : 'update']++
  }
  return counts
}

function warnOfBareCodes(lines: readonly TerritoryLine[]): void {
  for (const { bare, warnings } of lines) {
    for (const code of bare) {
      const advice = `If it is a ZIP code that lost its zeros, write 00${code}`
      warnings.push(issue('postal_code', `"${code}" was read as the prefix ${code}*. ${advice}`))
    }
  }
}

/** Adds the territories of a row to those wanted, if the row is valid. */
function assign(
  { line, country, postalCodes, ...row }: TerritoryLine,
  { dealer, brandId, wanted }: { dealer: NamedDealer | string; brandId: number; wanted: Wanted },
): { taken: boolean; issues: Remark[]; warnings: Remark[] } {
  const issues = [...row.issues]
  const warnings = [...row.warnings]
  if (typeof dealer === 'string') {
    if (row.dealer !== '') issues.push({ field: 'dealer_code', message: dealer })
    return { taken: false, issues, warnings }
  }
  const given = postalCodes.flatMap((code) => wanted.get(keyOf(country, code)) ?? [])
  const clash = given.find(({ dealerId }) => dealerId !== dealer.id)
  if (clash) {
    const other = `belongs to another dealer in line ${clash.line}. Keep one of the rows`
    issues.push(issue('postal_code', `${clash.postalCode} ${other}`))
  }
  if (issues.length > 0) return { taken: false, issues, warnings }
  const [same] = given
  if (same) warnings.push(issue('postal_code', `${same.postalCode} is in line ${same.line} already`))
  if (!dealer.carriesBrand) {
    const message = `Dealer "${row.dealer}" does not carry this brand: the locator ignores its territories until it does.`
    warnings.push({ field: 'dealer_code', message })
  }
  for (const postalCode of postalCodes) {
    const key = keyOf(country, postalCode)
    if (!wanted.has(key)) wanted.set(key, { brandId, country, postalCode, dealerId: dealer.id, line })
  }
  return { taken: true, issues, warnings }
}

/** Returns the stored territories that no row names, valid or not, as removals. */
function listUnnamed(
  stored: Awaited<ReturnType<typeof listTerritories>>,
  lines: readonly TerritoryLine[],
): TerritoryInput[] {
  const named = new Set(
    lines.flatMap(({ country, postalCodes }) => postalCodes.map((code) => keyOf(country, code))),
  )
  return stored
    .filter(({ country, postal_code }) => !named.has(keyOf(country, postal_code)))
    .map(({ brand_id: brandId, country, postal_code: postalCode }) => ({
      ...{ brandId, country, postalCode, dealerId: null },
    }))
}

function keyOf(country: string, postalCode: string): string {
  return `${country} ${postalCode}`
}
