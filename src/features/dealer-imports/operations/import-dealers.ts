import { isDeepStrictEqual } from 'node:util'
import type { OperationContext } from '../../../platform/context.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import { issue } from '../../../platform/errors.ts'
import { type Columns, findColumns } from '../../../platform/imports/columns.ts'
import type { CsvFile, RowNote } from '../../../platform/imports/csv-file.ts'
import { refuseOtherKinds } from '../../../platform/imports/file-kinds.ts'
import { type RecordCounts, runImport } from '../../../platform/imports/run-import.ts'
import { authorize, type Principal } from '../../../platform/principal.ts'
import { findBrandId } from '../../brands/index.ts'
import {
  type DealerContext,
  dealerKey,
  dealerNotes,
  dealersRevision,
  lockDealers,
  lookUpPoints,
  saveDealers,
  saveGroups,
} from '../../dealers/index.ts'
import {
  DEALER_COLUMNS,
  type DealerField,
  type DealerRow,
  REQUIRED_OF_DEALERS,
  readDealerRow,
} from '../dealer-rows.ts'
import { noteDoubtful } from '../doubtful-rows.ts'
import { linkBrand } from '../link-brand.ts'
import { matchByAddress, matchOwn } from '../match-by-address.ts'
import { mergeExisting } from '../merge-existing.ts'
import { type ImportInput, type Line, MAY_BE_ANY, type TableReport } from '../options.ts'
import { refuseForeign } from '../refuse-foreign.ts'
import { refuseTerritories } from '../refuse-territories.ts'

type DealerLine = Line<DealerRow>

/**
 * Creates and changes the dealers of a file, and makes them carry the brand. Each is known by its id, else its code, else
 * (stored without a code) its name, address and postal code.
 * @throws Invalid (VALIDATION_ERROR) where the columns do not fit
 * @throws NotFound (NOT_FOUND) for the brand
 */
export async function importDealers(ctx: DealerContext, input: ImportInput): Promise<TableReport> {
  authorize(ctx.principal, 'dealers:write')
  const { db } = ctx
  const { table, mapped, replace, dryRun, onProgress } = input
  refuseOtherKinds(table.header, 'dealers', mapped)
  refuseTerritories(table, mapped)
  const columns = findColumns(table.header, DEALER_COLUMNS, { mapped, required: REQUIRED_OF_DEALERS })
  const brandId = await findBrandId(db.read, input.brand)
  const read = table.rows.map((row) => ({ line: row.line, ...readDealerRow(row, columns, input) }))
  const revision = await dealersRevision(db.read)
  const before = await resolveLines(db.read, ctx.principal, read, brandId)
  const doubts = await noteDoubtful(db.read, before.valid, ctx, brandId)
  let asked = 0
  const findPoint = await lookUpPoints(
    db.read,
    before.valid.map((line) => line.input),
    {
      locateAll: ctx.locateAll,
      locate(country, code) {
        onProgress(++asked)
        return ctx.locate(country, code)
      },
    },
  )
  const found = { ignored: columns.ignored, columns: columns.of }
  const report = await runImport(db, input, async (trx) => {
    if (!dryRun) await lockDealers(db, trx)
    // Another import may have created these dealers while a geocoding service was asked.
    const moved = (await dealersRevision(trx)) !== revision
    const { lines, valid, repeats } = moved ? await resolveLines(trx, ctx.principal, read, brandId) : before
    const issues = listNotes(lines, 'issues')
    const warnings = [
      ...listNotes(lines, 'warnings'),
      ...repeats,
      ...noteShortRows(table, columns),
      ...doubts,
    ]
    const grouped = await saveNamedGroups(ctx, trx, valid, { issues, dryRun })
    const { dealers, issues: refused } = await saveDealers(
      ctx,
      trx,
      grouped.map((line) => line.input),
      findPoint,
      { dryRun, joins: brandId },
    )
    for (const { row, ...issue } of refused) issues.push({ line: grouped[row]!.line, ...issue })
    for (const [row, dealer] of dealers.entries()) {
      // Addresses that are not e-mail addresses were noted when the row was read.
      const notes = dealerNotes('The dealer', dealer, undefined)
      warnings.push(...notes.map((note) => ({ line: grouped[row]!.line, field: '', message: `${note}.` })))
    }
    const saved = dealers.flatMap((dealer) => dealer?.id ?? [])
    const invalidLines = new Set(issues.map((issue) => issue.line))
    const invalid = lines.filter(({ line }) => invalidLines.has(line))
    const { unclear, carriers, removed } = await linkBrand(ctx, trx, {
      brandId,
      replace,
      saved,
      invalid,
      dryRun,
    })
    if (unclear) warnings.unshift({ line: unclear.line, ...MAY_BE_ANY })
    onProgress(lines.length)
    const counts = countOutcomes(dealers, carriers)
    return { taken: saved.length, removed, stored: carriers.size, counts, ...found, issues, warnings }
  })
  return { ...found, ...report }
}

/** Counts dealers. One that is as the file says, but did not carry the brand before, is updated. */
function countOutcomes(
  dealers: readonly ({ id: number; outcome: 'created' | 'updated' | 'unchanged' } | undefined)[],
  carriers: ReadonlySet<number>,
): RecordCounts {
  const counts: RecordCounts = { create: 0, update: 0, unchanged: 0 }
  for (const dealer of dealers) {
    if (dealer?.outcome === 'created') counts.create++
    else if (dealer?.outcome === 'updated' || (dealer && !carriers.has(dealer.id))) counts.update++
    else if (dealer) counts.unchanged++
  }
  return counts
}

/** Returns the lines compared with what is stored and with each other, and the valid ones among them. */
async function resolveLines(
  reader: Reader,
  principal: Principal,
  read: readonly DealerLine[],
  brandId: number,
) {
  const repeats: RowNote[] = []
  const matched = await matchByAddress(reader, read, brandId)
  const own = await refuseForeign(reader, principal, matched)
  const merged = await mergeExisting(reader, own, brandId)
  const lines = await matchOwn(reader, dropRepeats(merged, repeats), brandId)
  return { lines, valid: lines.filter(({ issues }) => issues.length === 0), repeats }
}

/**
 * Returns the lines without those that give a dealer a second time. Where both have the same id or code and differ, the
 * second one is invalid instead. Invalid lines are not compared.
 */
function dropRepeats(lines: readonly DealerLine[], warnings: RowNote[]): DealerLine[] {
  const first = new Map<string | number, DealerLine>()
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
      const message = `Line ${before.line} is the same dealer with another ${differing.join(', ')}. Keep one of the rows.`
      line.issues.push({ field: '', message })
      return true
    }
    const message =
      differing.length === 0
        ? `The row says the same as line ${before.line} and was skipped.`
        : `The row has the name and address of line ${before.line}, but another ${differing.join(', ')}, and was skipped. If it is another dealer, give it a dealer_code.`
    warnings.push({ line: line.line, field: '', message })
    return false
  })
}

function differences(a: DealerLine, b: DealerLine): string[] {
  const [one, two]: Record<string, unknown>[] = [
    { ...a.input, group_name: a.groupName },
    { ...b.input, group_name: b.groupName },
  ]
  return Object.keys({ ...one, ...two })
    .filter((field) => !isDeepStrictEqual(one![field], two![field]))
    .map((field) => (field === 'point' ? 'latitude or longitude' : field))
}

/** Returns lines with the ids of the groups that they name, without those that name one of several with this name. */
async function saveNamedGroups(
  ctx: OperationContext,
  trx: Trx,
  lines: readonly DealerLine[],
  { issues, dryRun }: { issues: RowNote[]; dryRun: boolean },
): Promise<DealerLine[]> {
  const names = [...new Set(lines.flatMap(({ groupName }) => groupName ?? []))]
  if (names.length === 0) return [...lines]
  const saved = await saveGroups(
    ctx,
    trx,
    names.map((name) => ({ name })),
    { dryRun },
  )
  const ids = new Map(names.map((name, row) => [name, saved.ids[row]]))
  return lines.flatMap((line) => {
    if (line.groupName === undefined) return line
    const group_id = ids.get(line.groupName)
    if (group_id !== undefined) return { ...line, input: { ...line.input, group_id } }
    const twice = `"${line.groupName}" is the name of several groups. Give the group_id`
    issues.push({ line: line.line, ...issue('group_name', twice) })
    return []
  })
}

/** Returns one note on all rows with fewer cells: many spreadsheets leave out empty cells at the end of rows. */
function noteShortRows({ rows }: CsvFile, columns: Columns<DealerField>): RowNote[] {
  const last = Math.max(...Object.values(columns.of))
  const short = rows.filter(({ cells, issues }) => cells.length <= last && issues.length === 0)
  const others = short.length > 1 ? ` (so do ${short.length - 1} others)` : ''
  return short.slice(0, 1).map(({ line }) => ({
    line,
    field: '',
    message: `The row has fewer cells than the header${others}: the missing fields keep their values.`,
  }))
}

function listNotes(lines: readonly DealerLine[], of: 'issues' | 'warnings'): RowNote[] {
  return lines.flatMap((line) => line[of].map((remark) => ({ line: line.line, ...remark })))
}
