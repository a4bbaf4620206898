import type { Clock, Micros } from '../../../platform/clock.ts'
import { inChunks } from '../../../platform/db/chunks.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { findColumns } from '../../../platform/imports/columns.ts'
import { type CsvFile, type RowNote, readCsv } from '../../../platform/imports/csv-file.ts'
import { type ImportMode, type ImportReport, runImport } from '../../../platform/imports/run-import.ts'
import type { Brand, Brands } from '../../brands/index.ts'
import type { WarrantyAdministration } from '../context.ts'
import { syncDelivery } from '../crm/sync-handler.ts'
import { canonicalHin } from '../hin/hin.ts'
import { readNdjson } from '../import-export/ndjson-file.ts'
import {
  REGISTRATION_COLUMNS,
  REQUIRED_COLUMNS,
  type RegistrationRow,
  readRegistrationRow,
} from '../import-export/registration-rows.ts'
import * as queries from '../queries/queries.ts'
import { findTakenHins } from '../queries/search-queries.ts'
import { toOwner } from '../records/contact.ts'
import { type Draft, draft, recordRegistrations, tally } from './create-warranty.ts'

/** How warranties are to be imported. */
export interface WarrantyImportOptions extends ImportMode {
  brand: Brand
  /** Tell the brand's CRM of each. */
  sync: boolean
}

/** What came of it: duplicates are rows whose HIN the brand has already, or that an earlier row has. */
export interface WarrantyImportReport extends ImportReport {
  duplicates: number
}

type Line = RegistrationRow & { line: number }

interface Timed {
  line: Line
  at: Micros
}

/** What a file asks for. */
export interface WarrantyFile {
  rows: Line[]
  /** Of a CSV file: the rows that turn out to be faulty go into another like it. A table has no place for a history. */
  table?: CsvFile
  /** Columns or fields that mean nothing to the import. */
  ignored: string[]
}

/** Reads a file by its name's ending: `.ndjson` or `.jsonl`, else CSV. Throws AppError when it cannot be read. */
export async function readWarrantyFile(
  path: string,
  mapped: readonly string[],
  brand: Brand,
): Promise<WarrantyFile> {
  if (/\.(ndjson|jsonl)$/i.test(path)) {
    if (mapped.length === 0) return readNdjson(path, brand)
    throw new AppError('VALIDATION_ERROR', '--map is for the columns of CSV files; NDJSON names its fields.')
  }
  const table = await readCsv(path)
  const columns = findColumns(table.header, REGISTRATION_COLUMNS, { mapped, required: REQUIRED_COLUMNS })
  const rows = table.rows.map((row) => ({ line: row.line, ...readRegistrationRow(row, columns, brand) }))
  return { rows, table, ignored: columns.ignored }
}

/**
 * Registers the warranties of a file under one brand, by the rules of POST /api/v1/warranty, in one transaction. All
 * that can be told beforehand is: nothing is written, and no writer held up, where that will not stand.
 */
export async function importWarranties(
  ctx: WarrantyAdministration,
  { rows }: Pick<WarrantyFile, 'rows'>,
  options: WarrantyImportOptions,
): Promise<WarrantyImportReport> {
  const { brand, dryRun, skipInvalid } = options
  const brands = await ctx.brands.getFresh()
  const faults = rows.flatMap(({ line, faults: own }) => own.map((message) => ({ line, message })))
  const sound = rows.filter((row) => row.faults.length === 0)
  const repeats = findRepeats(sound)
  const fresh = sound.filter((row) => !repeats.has(row))
  const hins = fresh.map(({ registration }) => canonicalHin(registration.hin))
  const taken = await findTakenHins(ctx.db.read, brand.id, hins)
  const duplicates: RowNote[] = [...repeats].map(([{ line, registration }, first]) => ({
    line,
    message: `hin ${canonicalHin(registration.hin)} is that of line ${first} already`,
  }))
  const wanted = fresh.filter((row, index) => {
    if (!taken.has(hins[index]!)) return true
    duplicates.push(duplicate(row))
    return false
  })
  const report = (written: boolean, count: number): WarrantyImportReport => ({
    written,
    taken: count,
    duplicates: duplicates.length,
    issues: [...faults, ...duplicates].toSorted((a, b) => a.line - b.line),
    warnings: [],
  })
  const refused = faults.length + duplicates.length > 0 && !skipInvalid
  if (dryRun || refused || wanted.length === 0) return report(false, wanted.length)

  const ordered = inOrder(wanted, ctx.clock)
  const known = duplicates.length
  let made = 0
  const { written } = await runImport(ctx.db, options, async (trx) => {
    // It may run again.
    duplicates.length = known
    const missed = await insert(ctx, trx, brands, ordered, options)
    duplicates.push(...missed.map(duplicate))
    made = wanted.length - missed.length
    return { taken: made, issues: missed.map(duplicate), warnings: [] }
  })
  if (written) ctx.deliveries.wake()
  return report(written, made)
}

/** Rows that bear the HIN of an earlier one, and that one's line. */
function findRepeats(rows: readonly Line[]): Map<Line, number> {
  const first = new Map<string, number>()
  const repeats = new Map<Line, number>()
  for (const row of rows) {
    const hin = canonicalHin(row.registration.hin)
    const before = first.get(hin)
    if (before === undefined) first.set(hin, row.line)
    else repeats.set(row, before)
  }
  return repeats
}

/**
 * By HIN, as all who register take them: two transactions with the same HINs wait for each other in turn, never in a
 * circle. When each is made still goes by the order of the file.
 */
function inOrder(rows: readonly Line[], clock: Clock): Timed[] {
  const timed = rows.map((line) => ({ line, hin: canonicalHin(line.registration.hin), at: clock.now() }))
  return timed.sort((a, b) => (a.hin < b.hin ? -1 : 1))
}

function duplicate({ line, registration }: Line): RowNote {
  return { line, message: `hin ${canonicalHin(registration.hin)} has a warranty of this brand already` }
}

/** Answers the rows whose HIN somebody else has registered meanwhile. */
async function insert(
  ctx: WarrantyAdministration,
  trx: Trx,
  brands: Brands,
  rows: readonly Timed[],
  { brand, sync, onProgress }: WarrantyImportOptions,
): Promise<Line[]> {
  const missed: Line[] = []
  const made: { id: number; draft: Pick<Draft, 'row' | 'principal'> }[] = []
  let through = 0
  for (const some of inChunks(rows)) {
    const drafts = some.map(({ line, at }) => ({ line, ...draft(at, brands, ctx, line.registration) }))
    const tell = sync && brand.warrantyCrm !== null
    for (const { row } of drafts) row.sync_status = tell ? 'pending' : 'not_configured'
    const inserted = await queries.insertWarranties(
      trx,
      drafts.map(({ row }) => row),
    )
    const ids = new Map(inserted.map(({ hin, id }) => [hin, id]))
    const owners: (queries.NewOwnership & { warranty_id: number })[] = []
    for (const { line, row, owner, principal } of drafts) {
      const id = ids.get(row.hin)
      if (id === undefined) {
        missed.push(line)
        continue
      }
      made.push({ id, draft: { row, principal } })
      for (const earlier of line.earlier) {
        owners.push({ warranty_id: id, ...toEarlierOwner(earlier), created_at: owner.created_at })
      }
      owners.push({ warranty_id: id, ...owner, transfer_date: null, transfer_notes: line.transferNotes })
    }
    await queries.insertOwnerships(trx, owners)
    if (tell) {
      for (const part of inChunks([...ids.values()])) {
        const deliveries = part.map((id) => syncDelivery('warranty.registered', id, brand.id))
        await ctx.deliveries.enqueueAll(trx, deliveries)
      }
    }
    through += some.length
    onProgress(through)
  }
  await recordRegistrations(trx, made)
  // Last, as it holds up whoever else registers for this brand until the transaction ends.
  await queries.addToCounts(trx, tally(made.map(({ draft }) => draft.row)))
  return missed
}

function toEarlierOwner(owner: Line['earlier'][number]) {
  return {
    ...toOwner(owner),
    registration_date: owner.registration_date,
    purchase_date: owner.purchase_date || owner.registration_date,
    transfer_date: owner.transfer_date,
    transfer_notes: owner.transfer_notes || null,
  }
}
