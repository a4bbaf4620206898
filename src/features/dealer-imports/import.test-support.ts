import { audited } from '../../../test/support/audited.ts'
import type { Db, Reader } from '../../platform/db/db.ts'
import type { CsvFile } from '../../platform/imports/csv-file.ts'
import type { Places } from '../dealers/index.ts'
import type { Point } from '../postal-codes/index.ts'
import { importDealers } from './operations/import-dealers.ts'
import { importTerritories } from './operations/import-territories.ts'
import type { ImportInput, TableReport } from './options.ts'

/** Coordinates of the postal codes in tests. */
export const POINTS: Record<string, Point> = {
  'US 75067': { latitude: 33, longitude: -97 },
  'US 02108': { latitude: 42.36, longitude: -71.06 },
}

const find = (country: string, code: string) => POINTS[`${country} ${code}`] ?? null
export const PLACES: Places = {
  locate: async (country, code) => find(country, code),
  locateAll: async (country, codes) => new Map(codes.flatMap((code) => toEntry(code, find(country, code)))),
}

function toEntry(code: string, point: Point | null): [string, Point][] {
  return point ? [[code, point]] : []
}

/** Returns a table of these lines, the header first. Cells contain no commas. */
function csv(lines: readonly string[]): CsvFile {
  const [header = [], ...rows] = lines.map((line) => line.split(','))
  return {
    header,
    rows: rows.map((cells, index) => ({ line: index + 2, cells, issues: [] })),
    delimiter: ',',
  }
}

/** Options of an import, which is confirmed by default. */
type Options = Partial<Omit<ImportInput, 'brand'>> & { brandId?: number; locate?: Places['locate'] }

const defaults = {
  mapped: [],
  dryRun: false,
  skipInvalid: false,
  replace: false,
  confirmed: true,
  country: undefined,
  onProgress() {},
}

export async function runDealers(
  db: Db,
  lines: readonly string[],
  { locate, brandId = 1, ...options }: Options = {},
) {
  const ctx = { ...audited(db), ...PLACES, ...(locate && { locate }) }
  const input = { ...defaults, table: csv(lines), brand: `id:${brandId}`, ...options }
  return withoutColumns(await importDealers(ctx, input))
}

export async function runTerritories(
  db: Db,
  lines: readonly string[],
  { brandId = 1, ...options }: Options = {},
) {
  const input = { ...defaults, table: csv(lines), brand: `id:${brandId}`, ...options }
  return withoutColumns(await importTerritories(audited(db), input))
}

function withoutColumns({ ignored: _ignored, columns: _columns, ...report }: TableReport) {
  return report
}

/** Makes brands with ids from 1. */
export async function insertBrands(db: Db, ...slugs: string[]): Promise<void> {
  await db.write((trx) =>
    trx
      .insertInto('brands')
      .values(slugs.map((slug, index) => ({ id: index + 1, slug, name: slug, updated_at: 0 })))
      .execute(),
  )
}

/** Returns all dealers, by id. */
export async function listDealers(reader: Reader) {
  const rows = await reader.selectFrom('dealers').selectAll().orderBy('id').execute()
  return rows.map(
    ({ created_at: _created, updated_at: _updated, search_text: _search, active, approximate, ...row }) => ({
      ...{ ...row, active: Boolean(active), approximate: Boolean(approximate) },
    }),
  )
}

/** Returns the codes (or names) of a brand's dealers. */
export async function listCarried(reader: Reader, brandId = 1): Promise<string[]> {
  const rows = await reader
    .selectFrom('dealer_brands')
    .innerJoin('dealers', 'dealers.id', 'dealer_brands.dealer_id')
    .select(['dealer_code', 'name'])
    .where('brand_id', '=', brandId)
    .execute()
  return rows.map((row) => row.dealer_code || row.name).sort()
}

/** Returns a brand's territories as `US 33101 A`, with the dealer's code. */
export async function listAssigned(reader: Reader, brandId = 1): Promise<string[]> {
  const rows = await reader
    .selectFrom('territories')
    .innerJoin('dealers', 'dealers.id', 'territories.dealer_id')
    .select(['territories.country', 'territories.postal_code', 'dealer_code'])
    .where('brand_id', '=', brandId)
    .execute()
  return rows.map((row) => `${row.country} ${row.postal_code} ${row.dealer_code}`).sort()
}

/** Returns the revision of the cached dealers. */
export async function revisionOfDealers(reader: Reader): Promise<number> {
  const row = await reader
    .selectFrom('revisions')
    .select('revision')
    .where('topic', '=', 'dealers')
    .executeTakeFirst()
  return row?.revision ?? 0
}
