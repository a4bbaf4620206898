import type { OperationContext } from '../../platform/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { type Columns, findColumns } from '../../platform/imports/columns.ts'
import type { CsvFile, RowNote } from '../../platform/imports/csv-file.ts'
import { type ImportReport, runImport } from '../../platform/imports/run-import.ts'
import {
  findDealerIds,
  listCarriers,
  listTerritories,
  lockDealers,
  saveTerritories,
  type TerritoryInput,
} from '../dealers/index.ts'
import { type ImportOptions, MAY_BE_ANY } from './options.ts'
import {
  readTerritoryRow,
  TERRITORY_COLUMNS,
  type TerritoryField,
  type TerritoryRow,
} from './territory-rows.ts'

interface Line extends TerritoryRow {
  line: number
}

/** A territory by its key, and where the file gives it. */
type Wanted = Map<string, TerritoryInput & { line: number }>

/** Where a file's columns lead. Throws AppError when they do not fit. */
export function territoryColumns(file: CsvFile, mapped: readonly string[]): Columns<TerritoryField> {
  return findColumns(file.header, TERRITORY_COLUMNS, { mapped, required: [['postal_code'], ['dealer_code']] })
}

/** Assigns the postal codes of a file to dealers. */
export function importTerritories(
  ctx: OperationContext,
  file: CsvFile,
  columns: Columns<TerritoryField>,
  options: ImportOptions & { country: string | undefined },
): Promise<ImportReport> {
  const lines: Line[] = file.rows.map((row) => ({
    line: row.line,
    ...readTerritoryRow(row, columns, options),
  }))
  if (lines.some(({ zerosLost }) => zerosLost)) warnOfBareCodes(lines)
  return runImport(ctx.db, options, async (trx) => {
    const issues: RowNote[] = []
    const warnings: RowNote[] = []
    const wanted: Wanted = new Map()
    await lockDealers(ctx.db, trx)
    const dealerOf = await findDealers(trx, lines, options.brandId)
    let taken = 0
    for (const row of lines) {
      const told = assign(row, { dealer: dealerOf(row.dealerCode), brandId: options.brandId, wanted })
      issues.push(...told.issues.map((message) => ({ line: row.line, message })))
      warnings.push(...told.warnings.map((message) => ({ line: row.line, message })))
      if (told.taken) taken++
    }
    const unnamed = options.replace ? await listUnnamed(trx, options.brandId, lines) : []
    const unread = lines.find((row) => row.unread)
    if (unread && unnamed.length > 0) warnings.unshift({ line: unread.line, message: MAY_BE_ANY })
    const removals = unread ? [] : unnamed
    await saveTerritories(ctx, trx, [...wanted.values(), ...removals])
    options.onProgress(lines.length)
    return { taken, removed: removals.length, issues, warnings }
  })
}

function warnOfBareCodes(lines: readonly Line[]): void {
  for (const { bare, warnings } of lines) {
    for (const code of bare) {
      warnings.push(
        `Postal code "${code}" was read as the prefix ${code}*. If it is a ZIP code that lost its zeros, write 00${code}.`,
      )
    }
  }
}

interface Dealer {
  id: number
  carriesBrand: boolean
}

async function findDealers(reader: Reader, lines: readonly Line[], brandId: number) {
  const codes = new Set(lines.map(({ dealerCode }) => dealerCode).filter((code) => code !== ''))
  const ids = await findDealerIds(reader, [...codes])
  const carriers = await listCarriers(reader, brandId)
  return (code: string): Dealer | undefined => {
    const id = ids.get(code)
    return id === undefined ? undefined : { id, carriesBrand: carriers.has(id) }
  }
}

/** Adds the territories of a row to those wanted, if there is nothing wrong with it. */
function assign(
  { line, country, postalCodes, dealerCode, ...told }: Line,
  { dealer, brandId, wanted }: { dealer: Dealer | undefined; brandId: number; wanted: Wanted },
): { taken: boolean; issues: string[]; warnings: string[] } {
  const issues = [...told.issues]
  const warnings = [...told.warnings]
  if (!dealer && dealerCode !== '') {
    issues.push(`There is no dealer "${dealerCode}". Import the dealers first.`)
  }
  const given = postalCodes.flatMap((code) => wanted.get(keyOf(country, code)) ?? [])
  const clash = given.find(({ dealerId }) => dealerId !== dealer?.id)
  if (clash) {
    issues.push(`Line ${clash.line} gives ${clash.postalCode} to another dealer. Keep one of the rows.`)
  }
  if (!dealer || issues.length > 0) return { taken: false, issues, warnings }
  if (given.length > 0) warnings.push(`Line ${given[0]!.line} says the same of ${given[0]!.postalCode}.`)
  if (!dealer.carriesBrand) {
    warnings.push(
      `Dealer "${dealerCode}" does not carry this brand: the locator ignores its territories until it does.`,
    )
  }
  for (const postalCode of postalCodes) {
    const key = keyOf(country, postalCode)
    if (!wanted.has(key)) wanted.set(key, { brandId, country, postalCode, dealerId: dealer.id, line })
  }
  return { taken: true, issues, warnings }
}

/** The brand's territories that no row names, be it an invalid one, as removals. */
async function listUnnamed(
  reader: Reader,
  brandId: number,
  lines: readonly Line[],
): Promise<TerritoryInput[]> {
  const named = new Set(
    lines.flatMap(({ country, postalCodes }) => postalCodes.map((code) => keyOf(country, code))),
  )
  const stored = await listTerritories(reader, [brandId])
  return stored
    .filter(({ country, postal_code }) => !named.has(keyOf(country, postal_code)))
    .map(({ country, postal_code }) => ({ brandId, country, postalCode: postal_code, dealerId: null }))
}

function keyOf(country: string, postalCode: string): string {
  return `${country} ${postalCode}`
}
