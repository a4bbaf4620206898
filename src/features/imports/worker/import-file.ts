import type { Cached } from '../../../platform/db/cached.ts'
import type { CsvFile } from '../../../platform/imports/csv-file.ts'
import type { ImportMode, ImportReport } from '../../../platform/imports/run-import.ts'
import { type Brands, pickBrand } from '../../brands/index.ts'
import { importDealers, importTerritories } from '../../dealer-imports/index.ts'
import type { DealerContext } from '../../dealers/index.ts'
import { importWarranties, readWarrantyTable, type WarrantyContext } from '../../warranties/index.ts'
import type { ImportOptions } from '../input.ts'
import { readPrincipal } from '../principals.ts'
import type { StoredImport } from '../queries.ts'

/** The context of checks and runs. */
export interface PerformContext extends Omit<WarrantyContext, 'principal'> {
  brands: Cached<Brands>
  /** Loads the postal codes, which warranties do without. */
  places(): Promise<Pick<DealerContext, 'locate' | 'locateAll'>>
}

/** An import and the content of its file. */
export interface ImportFile {
  row: StoredImport
  table: CsvFile
  onProgress(rows: number): void
}

/** Imports a file as the commands do, as who uploaded or committed it. */
export async function importFile(
  { places, ...services }: PerformContext,
  { row, table, onProgress }: ImportFile,
  { dryRun, onWritten }: Pick<ImportMode, 'dryRun' | 'onWritten'>,
): Promise<ImportReport> {
  const { map: mapped, country, date_format, sync } = JSON.parse(row.options) as ImportOptions
  const principal = readPrincipal(row.principal)
  const mode: ImportMode = {
    dryRun,
    skipInvalid: Boolean(row.skip_invalid),
    // The summary of the check says how many records are removed.
    confirmed: true,
    onProgress,
    ...(onWritten && { onWritten }),
  }
  const ctx = { ...services, principal }
  if (row.kind === 'warranties') {
    const brands = (await ctx.brands.getFresh()).byId.values()
    const brand = pickBrand(brands, `id:${row.brand_id}`)
    const options = { mapped, dateOrder: date_format ?? undefined }
    const { rows, ignored, columns } = readWarrantyTable(table, brand, options)
    const found = { ignored, ...(columns && { columns }) }
    const report = await importWarranties(ctx, {
      ...mode,
      ...(onWritten && { onWritten: (trx, written) => onWritten(trx, { ...written, ...found }) }),
      ...{ rows, brand, sync },
    })
    return { ...report, ...found }
  }
  const input = { ...mode, table, mapped, brand: `id:${row.brand_id}`, country: country ?? undefined }
  const replace = row.mode === 'replace'
  if (row.kind === 'territories') return importTerritories(ctx, { ...input, replace })
  return importDealers({ ...ctx, ...(await places()) }, { ...input, replace })
}
