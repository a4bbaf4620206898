import { isDeepStrictEqual } from 'node:util'
import type { Db, Trx } from '../../../platform/db/db.ts'
import { dealersChanged } from '../changes.ts'
import { addCarriers } from '../records/dealer-brands.ts'
import { dealerKey } from '../records/dealer-record.ts'
import { type Locate, lookUpPoints } from '../records/look-up-points.ts'
import * as queries from '../records/queries.ts'
import { saveDealers } from '../records/save-dealers.ts'
import { saveGroups } from '../records/save-groups.ts'
import { type Columns, findColumns } from './columns.ts'
import type { CsvFile, RowNote } from './csv-file.ts'
import { DEALER_COLUMNS, type DealerField, type DealerRow, readDealerRow } from './dealer-rows.ts'
import { type ImportOptions, type ImportReport, runImport } from './run-import.ts'

const AT_ONCE = 2_000

interface Line extends DealerRow {
  line: number
}

/** Where a file's columns lead. Throws AppError when they do not fit. */
export function dealerColumns(file: CsvFile, mapped: readonly string[]): Columns<DealerField> {
  return findColumns(file.header, DEALER_COLUMNS, { mapped, required: ['name'] })
}

/**
 * Creates and changes the dealers of a file, each known by its id, else its code, else its name and address, and
 * makes them carry the brand.
 */
export async function importDealers(
  { db, locate }: { db: Db; locate: Locate },
  file: CsvFile,
  columns: Columns<DealerField>,
  options: ImportOptions & { country: string | undefined },
): Promise<ImportReport> {
  const all = file.rows.map((row) => ({ line: row.line, ...readDealerRow(row, columns, options) }))
  const repeats: RowNote[] = []
  const lines = withoutRepeats(all, repeats)
  const good = lines.filter(({ faults }) => faults.length === 0)
  const findPoint = await lookUpPoints(
    db.read,
    good.map(({ input }) => input),
    locate,
  )
  return runImport(db, options, async (trx) => {
    const faults = notes(lines, 'faults')
    const warnings = [...notes(lines, 'warnings'), ...repeats]
    const groupIds = await saveNamedGroups(db, trx, good)
    const saved: number[] = []
    for (let start = 0; start < good.length; start += AT_ONCE) {
      const some = good.slice(start, start + AT_ONCE)
      const inputs = some.map(({ input, groupName }) =>
        groupName === undefined ? input : { ...input, group_id: groupIds.get(groupName)! },
      )
      const result = await saveDealers(db, trx, inputs, findPoint)
      for (const { row, field, message } of result.faults) {
        faults.push({ line: some[row]!.line, message: `${field} ${message}` })
      }
      for (const [row, dealer] of result.dealers.entries()) {
        if (!dealer) continue
        saved.push(dealer.id)
        if (dealer.placeUnknown) {
          warnings.push({
            line: some[row]!.line,
            message: 'is not shown: where its postal code lies is not known',
          })
        }
      }
      options.onProgress(start + some.length)
    }
    const { joined, left } = await addCarriers(trx, options.brandId, saved, { only: options.replace })
    if (joined + left > 0) await dealersChanged(db, trx)
    return { taken: saved.length, removed: left, faults, warnings }
  })
}

/**
 * A dealer that stands twice in a file is left out the second time. Where the two rows bear one id or code and
 * say different things, which is right cannot be told: a fault. Returns the lines that remain.
 */
function withoutRepeats(lines: Line[], warnings: RowNote[]): Line[] {
  const first = new Map<string, Line>()
  return lines.filter((line) => {
    const { id, dealer_code } = line.input
    const key = id === undefined ? dealerKey(line.input) : `#${id}`
    const before = first.get(key)
    if (!before || key === '') {
      first.set(key, line)
      return true
    }
    const differing = differences(before.input, line.input)
    if (differing.length > 0 && (id !== undefined || dealer_code)) {
      line.faults.push(`is the dealer of line ${before.line} again, with another ${differing.join(', ')}`)
      return true
    }
    const message =
      differing.length === 0
        ? `says the same as line ${before.line}: left out`
        : `has the name and address of line ${before.line}, but another ${differing.join(', ')}: left out. If it is another dealer, give it a dealer_code`
    warnings.push({ line: line.line, message })
    return false
  })
}

function differences(a: Line['input'], b: Line['input']): string[] {
  const fields = Object.keys({ ...a, ...b }) as (keyof Line['input'])[]
  return fields.filter((field) => !isDeepStrictEqual(a[field], b[field]))
}

async function saveNamedGroups(db: Db, trx: Trx, lines: Line[]): Promise<Map<string, number>> {
  const names = new Set(lines.flatMap(({ groupName }) => groupName ?? []))
  if (names.size === 0) return new Map()
  await saveGroups(
    db,
    trx,
    [...names].map((name) => ({ name })),
  )
  return new Map((await queries.listGroups(trx)).map(({ id, name }) => [name, id]))
}

function notes(lines: Line[], of: 'faults' | 'warnings'): RowNote[] {
  return lines.flatMap((line) => line[of].map((message) => ({ line: line.line, message })))
}
