import type { Db } from '../../../platform/db/db.ts'
import * as queries from '../records/queries.ts'
import { saveTerritories, type TerritoryInput } from '../records/save-territories.ts'
import { type Columns, findColumns } from './columns.ts'
import type { CsvFile, RowNote } from './csv-file.ts'
import { type ImportOptions, type ImportReport, runImport } from './run-import.ts'
import { readTerritoryRow, TERRITORY_COLUMNS, type TerritoryField } from './territory-rows.ts'

/** Where a file's columns lead. Throws AppError when they do not fit. */
export function territoryColumns(file: CsvFile, mapped: readonly string[]): Columns<TerritoryField> {
  return findColumns(file.header, TERRITORY_COLUMNS, { mapped, required: ['postal_code', 'dealer_code'] })
}

/** Assigns the postal codes of a file to dealers. */
export function importTerritories(
  db: Db,
  file: CsvFile,
  columns: Columns<TerritoryField>,
  options: ImportOptions & { country: string | undefined },
): Promise<ImportReport> {
  const lines = file.rows.map((row) => ({ line: row.line, ...readTerritoryRow(row, columns, options) }))
  return runImport(db, options, async (trx) => {
    const faults: RowNote[] = []
    const warnings: RowNote[] = []
    const wanted = new Map<string, TerritoryInput & { line: number }>()
    const dealerIds = await queries.findDealerIds(trx, [
      ...new Set(lines.map(({ dealerCode }) => dealerCode)),
    ])
    const carriers = await queries.listCarriers(trx, options.brandId)
    let taken = 0
    for (const { line, country, postalCodes, dealerCode, ...told } of lines) {
      const own = [...told.faults]
      const dealerId = dealerIds.get(dealerCode)
      if (dealerCode !== '' && dealerId === undefined) own.push(`dealer_code "${dealerCode}" is no dealer's`)
      for (const postalCode of postalCodes) {
        const before = wanted.get(`${country} ${postalCode}`)
        if (before) own.push(`gives ${postalCode} again, after line ${before.line}`)
      }
      for (const message of told.warnings) warnings.push({ line, message })
      if (own.length > 0 || dealerId === undefined) {
        faults.push(...own.map((message) => ({ line, message })))
        continue
      }
      if (!carriers.has(dealerId))
        warnings.push({ line, message: `${dealerCode} does not carry this brand: no match` })
      for (const postalCode of postalCodes) {
        const territory = { brandId: options.brandId, country, postalCode, dealerId, line }
        wanted.set(`${country} ${postalCode}`, territory)
      }
      taken++
    }
    const removals = options.replace
      ? await others(queries.listTerritories(trx, [options.brandId]), wanted)
      : []
    await saveTerritories(db, trx, [...wanted.values(), ...removals])
    options.onProgress(lines.length)
    return { taken, removed: removals.length, faults, warnings }
  })
}

async function others(
  stored: Promise<queries.Territory[]>,
  wanted: ReadonlyMap<string, unknown>,
): Promise<TerritoryInput[]> {
  return (await stored)
    .filter(({ country, postal_code }) => !wanted.has(`${country} ${postal_code}`))
    .map(({ brand_id, country, postal_code }) => ({
      brandId: brand_id,
      country,
      postalCode: postal_code,
      dealerId: null,
    }))
}
