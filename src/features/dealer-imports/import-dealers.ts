import { isDeepStrictEqual } from 'node:util'
import type { OperationContext } from '../../platform/context.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import { type Columns, findColumns } from '../../platform/imports/columns.ts'
import type { CsvFile, RowNote } from '../../platform/imports/csv-file.ts'
import { type ImportReport, runImport } from '../../platform/imports/run-import.ts'
import {
  dealerKey,
  dealerNotes,
  dealersRevision,
  listGroups,
  lockDealers,
  lookUpPoints,
  type Places,
  saveDealers,
  saveGroups,
} from '../dealers/index.ts'
import { DEALER_COLUMNS, type DealerField, type DealerRow, readDealerRow } from './dealer-rows.ts'
import { noteDoubtful } from './doubtful-rows.ts'
import { linkBrand } from './link-brand.ts'
import { recognizeOwn, recognizeUncoded } from './match-by-address.ts'
import { consultStored } from './merge-existing.ts'
import { type ImportOptions, MAY_BE_ANY } from './options.ts'

interface Line extends DealerRow {
  line: number
}

/** Where a file's columns lead. Throws AppError when they do not fit. */
export function dealerColumns(file: CsvFile, mapped: readonly string[]): Columns<DealerField> {
  return findColumns(file.header, DEALER_COLUMNS, { mapped, required: [['name', 'dealer_code', 'id']] })
}

/**
 * Creates and changes the dealers of a file, each known by its id, else its code, else (stored without a code) its
 * name, address and postal code, and makes them carry the brand.
 */
export async function importDealers(
  ctx: OperationContext & Places,
  file: CsvFile,
  columns: Columns<DealerField>,
  options: ImportOptions & { country: string | undefined },
): Promise<ImportReport> {
  const { db } = ctx
  const read = file.rows.map((row) => ({ line: row.line, ...readDealerRow(row, columns, options) }))
  const revision = await dealersRevision(db.read)
  const before = await inView(db.read, read, options.brandId)
  const doubts = await noteDoubtful(db.read, before.good, ctx, options.brandId)
  let asked = 0
  const findPoint = await lookUpPoints(
    db.read,
    before.good.map(({ input }) => input),
    {
      locateAll: ctx.locateAll,
      locate(country, code) {
        options.onProgress(++asked)
        return ctx.locate(country, code)
      },
    },
  )
  return runImport(db, options, async (trx) => {
    await lockDealers(db, trx)
    // While postal codes were asked for, another import may have made the dealers of these codes.
    const moved = (await dealersRevision(trx)) !== revision
    const { lines, good, repeats } = moved ? await inView(trx, read, options.brandId) : before
    const issues = notes(lines, 'issues')
    const warnings = [...notes(lines, 'warnings'), ...repeats, ...noteShortRows(file, columns), ...doubts]
    const grouped = await saveNamedGroups(ctx, trx, good, issues)
    const { dealers, ...found } = await saveDealers(
      ctx,
      trx,
      grouped.map(({ input }) => input),
      findPoint,
    )
    for (const { row, message } of found.issues) {
      issues.push({ line: grouped[row]!.line, message })
    }
    for (const [row, dealer] of dealers.entries()) {
      const { line } = grouped[row]!
      // Addresses that are no e-mail addresses are noted when the row is read.
      const notes = dealerNotes('The dealer', dealer, undefined)
      warnings.push(...notes.map((note) => ({ line, message: `${note}.` })))
    }
    const saved = dealers.flatMap((dealer) => dealer?.id ?? [])
    const invalidLines = new Set(issues.map((issue) => issue.line))
    const invalid = lines.filter(({ line }) => invalidLines.has(line))
    const { removed, unclear } = await linkBrand(ctx, trx, { saved, invalid, options })
    if (unclear) warnings.unshift({ line: unclear.line, message: MAY_BE_ANY })
    options.onProgress(lines.length)
    return { taken: saved.length, removed, issues, warnings }
  })
}

/** The lines in view of what is stored, without those that repeat others; the good ones among them. */
async function inView(reader: Reader, read: readonly Line[], brandId: number) {
  const repeats: RowNote[] = []
  const recognized = await recognizeUncoded(reader, read, brandId)
  const consulted = await consultStored(reader, recognized, brandId)
  const lines = await recognizeOwn(reader, withoutRepeats(consulted, repeats), brandId)
  return { lines, good: lines.filter(({ issues }) => issues.length === 0), repeats }
}

/**
 * A dealer that stands twice in a file is left out the second time. Where the two rows bear one id or code and
 * say different things, which is right cannot be told: an issue. Faulty lines are compared with none. Returns the
 * lines that remain.
 */
function withoutRepeats(lines: readonly Line[], warnings: RowNote[]): Line[] {
  const first = new Map<string | number, Line>()
  return lines.filter((line) => {
    if (line.issues.length > 0) return true
    const { id, dealer_code } = line.input
    const key = id ?? dealerKey(line.input)
    const before = first.get(key)
    if (!before || key === '') {
      first.set(key, line)
      return true
    }
    const differing = differences(before, line)
    if (differing.length > 0 && (id !== undefined || dealer_code)) {
      line.issues.push(
        `Line ${before.line} is the same dealer with another ${differing.join(', ')}. Keep one of the rows.`,
      )
      return true
    }
    const message =
      differing.length === 0
        ? `The row says the same as line ${before.line} and was skipped.`
        : `The row has the name and address of line ${before.line}, but another ${differing.join(', ')}, and was skipped. If it is another dealer, give it a dealer_code.`
    warnings.push({ line: line.line, message })
    return false
  })
}

function differences(a: Line, b: Line): string[] {
  const [one, two]: Record<string, unknown>[] = [
    { ...a.input, group_name: a.groupName },
    { ...b.input, group_name: b.groupName },
  ]
  return Object.keys({ ...one, ...two })
    .filter((field) => !isDeepStrictEqual(one![field], two![field]))
    .map((field) => (field === 'point' ? 'latitude or longitude' : field))
}

/** Gives lines the ids of the groups that they name. A name that several groups bear is an issue: left out. */
async function saveNamedGroups<L extends Line>(
  ctx: OperationContext,
  trx: Trx,
  lines: readonly L[],
  issues: RowNote[],
): Promise<L[]> {
  const names = [...new Set(lines.flatMap(({ groupName }) => groupName ?? []))]
  if (names.length === 0) return [...lines]
  const saved = await saveGroups(
    ctx,
    trx,
    names.map((name) => ({ name })),
  )
  const shared = new Set(saved.issues.map(({ row }) => names[row]))
  const ids = new Map((await listGroups(trx)).map(({ id, name }) => [name, id]))
  return lines.flatMap((line) => {
    if (line.groupName === undefined) return line
    if (!shared.has(line.groupName)) {
      return { ...line, input: { ...line.input, group_id: ids.get(line.groupName)! } }
    }
    issues.push({
      line: line.line,
      message: `Group name "${line.groupName}" is the name of several groups. Give the group_id.`,
    })
    return []
  })
}

/** Spreadsheets leave out empty cells at the end of rows, of many as a rule: told once. */
function noteShortRows({ rows }: CsvFile, columns: Columns<DealerField>): RowNote[] {
  const last = Math.max(...Object.values(columns.of))
  const short = rows.filter(({ cells, issues }) => cells.length <= last && issues.length === 0)
  const others = short.length > 1 ? ` (so do ${short.length - 1} others)` : ''
  return short.slice(0, 1).map(({ line }) => ({
    line,
    message: `The row has fewer cells than the header${others}: the missing fields keep their values.`,
  }))
}

function notes(lines: readonly Line[], of: 'issues' | 'warnings'): RowNote[] {
  return lines.flatMap((line) => line[of].map((message) => ({ line: line.line, message })))
}
