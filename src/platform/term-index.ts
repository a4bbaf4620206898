import { sql } from 'kysely'
import { bulkInsert } from './db/bulk-insert.ts'
import type { Reader, Trx } from './db/db.ts'
import { isSqlite, jsonNumber, jsonText, matchedByJsonRows, toJsonRows } from './db/json-rows.ts'
import { DEFAULT_LIMIT, listPage, MOST_COUNTED, type Page, type PageRequest } from './paging.ts'
import { endOfTerms, type Wanted } from './search-terms.ts'

/** A record and what it is found by. */
export interface Indexed {
  id: number
  brandId: number
  terms: readonly string[]
}

interface Search {
  brandIds: readonly number[]
  /** Only records with lower ids. */
  before?: number | undefined
  /** The most ids to return. */
  most: number
  /** How many of them are needed: the others are only counted. Default: all. */
  needed?: number
  /** Returns those of these ids that meet the other conditions, in the same order. */
  filter(ids: readonly number[]): Promise<number[]>
  /**
   * Returns the ids of all matching records, the newest first, where few records meet the other conditions; else null.
   * Asked when many records have the words, and few of them meet the conditions. Absent without other conditions.
   */
  few?: (() => Promise<number[] | null>) | undefined
}

/** The result of a search. */
export interface Found {
  ids: number[]
  /** Whether there may be more: they were no longer counted. */
  more: boolean
}

/** Records with the words whose other conditions are checked before the search looks for a shorter way. */
const MOST_CHECKED = 5_000

/**
 * Records are numbered, and 2,048 of them in a row are an epoch: new terms go into few pages, and a search reads the
 * newest epochs first.
 */
const EPOCH = 2_048

/** Epochs that are read together: few at first, because a page is often full then. */
const FIRST_STEP = 1
const GROWTH = 4
const LARGEST_STEP = 256

/** How many matches each beginning had so far: the rarest is looked up first. */
type Seen = Map<string, number>

interface Where {
  epochs: readonly number[]
  brandIds: readonly number[]
}

/** Returns an index of records by the beginnings of their terms, in a table of its own. */
export function createTermIndex(
  table: 'warranty_terms' | 'lead_terms' | 'registration_terms',
  records: 'warranties' | 'leads' | 'registrations',
) {
  const insert = bulkInsert(
    table,
    { epoch: 'number', term: 'text', record_id: 'number', brand_id: 'number' },
    [],
  )

  const index = {
    /** Stores what new records are found by. */
    async add(trx: Trx, added: readonly Indexed[]): Promise<void> {
      const rows = added.flatMap(({ id, brandId, terms }) =>
        terms.map((term) => ({ epoch: epochOf(id), term, record_id: id, brand_id: brandId })),
      )
      if (rows.length > 0) await insert(trx, rows)
    },

    /** Removes what these records are found by. */
    async remove(trx: Trx, ids: readonly number[]): Promise<void> {
      for (const [epoch, some] of Map.groupBy(ids, epochOf)) {
        await trx.deleteFrom(table).where('epoch', '=', epoch).where('record_id', 'in', some).execute()
      }
    },

    /** Replaces what a record is found by. */
    async replace(trx: Trx, record: Indexed): Promise<void> {
      await index.remove(trx, [record.id])
      await index.add(trx, [record])
    },

    /**
     * Returns the ids of matching records, the newest first. A frequent word costs no more than a rare one, because
     * epochs are read from the newest on. With other conditions, few records may be left of many that have the words.
     */
    async search(
      reader: Reader,
      wanted: Wanted,
      { brandIds, before, most, needed = most, filter, few }: Search,
    ): Promise<Found> {
      const found: number[] = []
      let checked = 0
      let isAsked = few === undefined
      const seen: Seen = new Map()
      let epoch = epochOf(before === undefined ? await newestId(reader) : before - 1)
      for (
        let step = FIRST_STEP;
        epoch >= 0 && found.length < most;
        step = Math.min(GROWTH * step, LARGEST_STEP)
      ) {
        if (few && checked >= MOST_CHECKED && found.length >= needed) return { ids: found, more: true }
        if (!isAsked && checked >= MOST_CHECKED) {
          isAsked = true
          const all = await few!()
          if (all)
            return {
              ids: all.filter((id) => before === undefined || id < before).slice(0, most),
              more: false,
            }
        }
        const epochs = Array.from({ length: Math.min(step, epoch + 1) }, (_, offset) => epoch - offset)
        epoch -= epochs.length
        const matches = await findInEpochs(reader, wanted, { epochs, brandIds }, seen)
        const older = [...matches].filter((id) => before === undefined || id < before).sort((a, b) => b - a)
        found.push(...(await filter(older)))
        checked += older.length
      }
      return { ids: found.slice(0, most), more: false }
    },
  }
  return index

  async function findInEpochs(
    reader: Reader,
    wanted: Wanted,
    where: Where,
    seen: Seen,
  ): Promise<Set<number>> {
    const single = wanted.filter(({ length }) => length === 1).flat()
    let all = single.length > 0 ? await findByTerms(reader, single, where) : new Set<number>()
    for (const beginnings of wanted.filter(({ length }) => length > 1)) {
      all = all.union(await findAll(reader, beginnings, where, seen))
    }
    return all
  }

  /** Returns the records that have a term for each of the beginnings. */
  async function findAll(
    reader: Reader,
    beginnings: readonly string[],
    { epochs, brandIds }: Where,
    seen: Seen,
  ): Promise<Set<number>> {
    const rarity = (beginning: string) => seen.get(beginning) ?? 0
    let matches: Set<number> | undefined
    for (const beginning of beginnings.toSorted((a, b) => rarity(a) - rarity(b) || b.length - a.length)) {
      if (matches?.size === 0) break
      // Where the rarest word is not, the others need not be looked for.
      const left: readonly number[] = matches ? [...new Set([...matches].map(epochOf))] : epochs
      const found = await findByTerms(reader, [beginning], { epochs: left, brandIds })
      seen.set(beginning, rarity(beginning) + found.size)
      matches = matches?.intersection(found) ?? found
    }
    return matches ?? new Set()
  }

  /** Returns the records that have a term for one of the beginnings. */
  async function findByTerms(
    reader: Reader,
    beginnings: readonly string[],
    { epochs, brandIds }: Where,
  ): Promise<Set<number>> {
    const given = beginnings.flatMap((beginning) =>
      epochs.map((epoch) => [epoch, beginning, endOfTerms(beginning)]),
    )
    const term = sql.ref(`${table}.term`)
    const condition = sql`${sql.ref(`${table}.epoch`)} = ${jsonNumber(0)}
      and ${term} >= ${jsonText(1)} and ${term} < ${jsonText(2)}`
    const { ids } = await reader
      .selectFrom(matchedByJsonRows(reader, toJsonRows(given), table, condition))
      .select(idsAsText(reader).as('ids'))
      .where('brand_id', 'in', brandIds)
      .executeTakeFirstOrThrow()
    return new Set(JSON.parse(`[${ids ?? ''}]`) as number[])
  }

  /** 0 without any. */
  async function newestId(reader: Reader): Promise<number> {
    const { rows } = await sql<{
      id: number | null
    }>`select max(id) as id from ${sql.table(records)}`.execute(reader)
    return Number(rows[0]?.id ?? 0)
  }
}

/** One text: ten thousand rows would take longer to pass on than to find. */
function idsAsText(reader: Reader) {
  return isSqlite(reader)
    ? sql<string | null>`group_concat(record_id)`
    : sql<string | null>`string_agg(cast(record_id as text), ',')`
}

function epochOf(id: number): number {
  return Math.floor(id / EPOCH)
}

/**
 * Returns a page of what a search finds. Its count has the first pages, too.
 * @throws Invalid (VALIDATION_ERROR) for a page too far down, or a wrong cursor
 */
export function listFound(
  request: PageRequest,
  find: (before: number | undefined, most: number, needed: number) => Promise<Found>,
): Promise<Page<{ id: number }>> {
  const { page = 1, limit = DEFAULT_LIMIT } = request
  let counted: Promise<Found> | undefined
  const all = () => {
    counted ??= find(undefined, MOST_COUNTED + 1, Math.min(page * limit, MOST_COUNTED) + 1)
    return counted
  }
  return listPage<{ id: number }, [id: number]>(request, {
    keyOf: ({ id }) => [id],
    isKey: (values) => values.length === 1 && Number.isSafeInteger(values[0]),
    count: async () => {
      const { ids, more } = await all()
      return more ? { atLeast: ids.length } : ids.length
    },
    rows: async ({ limit, offset, after }) => {
      const { ids } = after ? await find(after[0], limit, limit) : await all()
      return (after ? ids.slice(0, limit) : ids.slice(offset, offset + limit)).map((id) => ({ id }))
    },
  })
}
