import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { readInChunks } from '../../../platform/db/chunks.ts'
import { countRows } from '../../../platform/db/count-rows.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { isSqlite, jsonNumber, jsonRows, toJsonList } from '../../../platform/db/json-rows.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import type { Window } from '../../../platform/paging.ts'
import { MOST_COUNTED } from '../../../platform/paging.ts'
import { COLUMNS } from '../records/dealer-record.ts'
import { type BrandIds, carries } from './visible.ts'

/** A part of the map, in degrees. West of `west` it goes over the date line to `east`. */
export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

/** The conditions that listed dealers meet. */
export interface DealerFilter {
  /** The dealer carries one of these brands. */
  brandIds: BrandIds
  /** Whether few dealers do: see `areFew`. */
  few: boolean
  groupId?: number
  /** ISO 3166-1 alpha-2. */
  countryCode?: string
  active?: boolean
  /** True: only dealers with the coordinates of their postal code. False: only the others. */
  approximate?: boolean
  /** True: only dealers with coordinates. False: only dealers without. */
  placed?: boolean
  /** The coordinates are within. */
  bounds?: Bounds
  /** Each is in one of the dealer's names, its code, its e-mail address, its city or its postal code. */
  words: readonly string[]
  /** As it is stored, without regard to case. */
  state?: string
  /** True: only dealers without an e-mail address. False: only dealers with one. */
  withoutEmail?: boolean
  /** Only these dealers. */
  ids?: readonly number[]
}

/** The columns that callers see. */
const SHOWN = ['dealers.id', ...COLUMNS, 'created_at', 'updated_at'] as const

/** For the order by name: the databases agree on it for letters of ASCII. */
const SORT_NAME = sql<string>`lower(name)`

export type ListedDealer = Awaited<ReturnType<typeof listDealers>>[number]

/** The position of a dealer in a list: its name in lower case, if the list is by name, and its id. */
export type DealerKey = [name: string, id: number] | [id: number]

/** Returns a part of the matching dealers, by id or by name. */
export function listDealers(
  reader: Reader,
  filter: DealerFilter,
  { sort, limit, offset, after }: Window<DealerKey> & { sort: 'id' | 'name' },
) {
  let query = reader
    .selectFrom('dealers')
    .select([...SHOWN, SORT_NAME.as('sort_name')])
    .where(matches(reader, filter))
    .limit(limit)
    .offset(offset)
  if (sort === 'name') query = query.orderBy(SORT_NAME)
  const id = after?.at(-1)
  if (id !== undefined) {
    query =
      sort === 'name'
        ? query.where(
            sql<SqlBool>`${SORT_NAME} >= ${after![0]} and (${SORT_NAME} > ${after![0]} or id > ${id})`,
          )
        : query.where('id', '>', Number(id))
  }
  return query.orderBy('id').execute()
}

/** Returns the ids of up to `most` dealers with all of these words, in any order. */
export async function findByWords(reader: Reader, words: readonly string[], most: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('dealers')
    .select('id')
    .where((eb) => eb.and(words.map(isInText(reader))))
    // In their index, the texts are close together.
    .$if(isSqlite(reader), (query) => query.orderBy('search_text'))
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the number of matching dealers, counted no further than `most`. */
export async function countDealers(reader: Reader, filter: DealerFilter, most: number): Promise<number> {
  const { total } = await reader
    .selectFrom((eb) =>
      eb.selectFrom('dealers').select('dealers.id').where(matches(reader, filter)).limit(most).as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Returns the next matching dealers with coordinates, by id. */
export async function pageOfPlaced(
  reader: Reader,
  filter: DealerFilter,
  { afterId, limit }: { afterId: number; limit: number },
) {
  const rows = await reader
    .selectFrom('dealers')
    .select(['dealers.id', 'name', 'latitude', 'longitude', 'active', 'country_code', 'postal_code'])
    .where(matches(reader, filter))
    .where('latitude', 'is not', null)
    .where('longitude', 'is not', null)
    .where('dealers.id', '>', afterId)
    .orderBy('dealers.id')
    .limit(limit)
    .execute()
  return rows as ((typeof rows)[number] & { latitude: number; longitude: number })[]
}

/** Returns the dealer with this id, or none. */
export function findById(reader: Reader, id: number) {
  return reader.selectFrom('dealers').select(SHOWN).where('id', '=', id).execute()
}

/** Returns the dealers with these ids, in any order. */
export function findByIds(reader: Reader, ids: readonly number[]) {
  const dealers = reader.selectFrom('dealers').select(SHOWN)
  return readInChunks(ids, (some) => dealers.where('id', 'in', some).execute())
}

/** Returns the slugs of those of the brands that dealers carry, by the dealers' ids. */
export async function listSlugs(
  reader: Reader,
  dealerIds: readonly number[],
  brandIds: BrandIds,
): Promise<Map<number, string[]>> {
  const links = reader
    .selectFrom('dealer_brands')
    .innerJoin('brands', 'brands.id', 'dealer_brands.brand_id')
    .select(['dealer_id', 'slug'])
    .$if(brandIds !== undefined, (query) => query.where('brand_id', 'in', [0, ...brandIds!]))
    .orderBy('slug')
  const rows = await readInChunks(dealerIds, (some) => links.where('dealer_id', 'in', some).execute())
  const byDealer = Map.groupBy(rows, (row) => row.dealer_id)
  return new Map([...byDealer].map(([id, own]) => [id, own.map(({ slug }) => slug)]))
}

/** Returns the dealers with these names, by id. */
export function findByNames(reader: Reader, names: readonly string[]) {
  const dealers = reader.selectFrom('dealers').select(['id', 'dealer_code', 'name']).orderBy('id')
  return readInChunks(names, (some) => dealers.where('name', 'in', some).execute())
}

/** Returns the codes and names of a brand's dealers. */
export async function listCarrierNames(reader: Reader, brandId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('dealer_brands')
    .innerJoin('dealers', 'dealers.id', 'dealer_brands.dealer_id')
    .select(['dealer_code', 'name'])
    .where('brand_id', '=', brandId)
    .execute()
  return rows.flatMap(({ dealer_code, name }) => [dealer_code, name]).filter(Boolean)
}

/** Returns codes and names of dealers of these brands that begin like this text. */
export async function listSimilar(reader: Reader, text: string, brandIds: BrandIds): Promise<string[]> {
  const start = text.slice(0, 2)
  const rows = await reader
    .selectFrom('dealers')
    .select(['dealer_code', 'name'])
    .where(carries(brandIds))
    .where((eb) =>
      eb.or([
        contains(reader, 'dealer_code', start, { anywhere: false }),
        contains(reader, 'name', start, { anywhere: false }),
      ]),
    )
    .orderBy('id')
    .limit(5_000)
    .execute()
  return rows.flatMap(({ dealer_code, name }) => [dealer_code, name]).filter(Boolean)
}

function matches(reader: Reader, filter: DealerFilter) {
  return (eb: ExpressionBuilder<Schema, 'dealers'>) => {
    const { brandIds, few, groupId, countryCode, active, approximate, placed, bounds, words } = filter
    const { state, withoutEmail, ids } = filter
    return eb.and([
      // Kysely leaves out what is undefined.
      eb.and({ group_id: groupId, country_code: countryCode, active, approximate }),
      carries(brandIds, { few })(eb),
      ...(placed === undefined ? [] : [eb('latitude', placed ? 'is not' : 'is', null)]),
      ...(state === undefined ? [] : [sql<SqlBool>`lower(state) = lower(${state})`]),
      ...(withoutEmail === undefined ? [] : [eb('email', withoutEmail ? '=' : '<>', '')]),
      ...(ids === undefined ? [] : [isOneOf(reader, ids)(eb)]),
      ...(bounds === undefined ? [] : [isWithin(bounds)(eb)]),
      ...words.map(isInText(reader)),
    ])
  }
}

function isOneOf(reader: Reader, ids: readonly number[]) {
  return (eb: ExpressionBuilder<Schema, 'dealers'>) =>
    eb(
      'dealers.id',
      'in',
      reader
        .selectFrom(jsonRows(reader, toJsonList(ids)))
        .select(jsonNumber(0).as('id'))
        .$castTo<{ id: number }>(),
    )
}

/** A word has no blanks, so it is in one of the fields. */
function isInText(reader: Reader) {
  return (word: string) => isLike(reader, sql`search_text`, word, { anywhere: true })
}

function isWithin({ west, south, east, north }: Bounds) {
  return (eb: ExpressionBuilder<Schema, 'dealers'>) => {
    const [fromWest, toEast] = [eb('longitude', '>=', west), eb('longitude', '<=', east)]
    return eb.and([
      eb('latitude', '>=', south),
      eb('latitude', '<=', north),
      // A map may show both sides of the date line.
      west <= east ? eb.and([fromWest, toEast]) : eb.or([fromWest, toEast]),
    ])
  }
}

/** Compares without regard to case. Wildcards in the text are taken literally. */
export function contains(reader: Reader, column: string, text: string, { anywhere }: { anywhere: boolean }) {
  return isLike(reader, sql`lower(${sql.ref(column)})`, text, { anywhere })
}

function isLike(
  reader: Reader,
  lowered: RawBuilder<unknown>,
  text: string,
  { anywhere }: { anywhere: boolean },
) {
  const isAscii = /^[\0-\x7f]*$/.test(text)
  // SQLite folds ASCII letters only.
  if (isSqlite(reader) && !isAscii)
    return sql<SqlBool>`${lowered} glob ${`${anywhere ? '*' : ''}${globOf(text)}*`}`
  const pattern = `${anywhere ? '%' : ''}${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${lowered} like lower(${pattern}) escape '\\'`
}

/** Returns a pattern with the small letters of ASCII, and with both cases of all others. */
function globOf(text: string): string {
  return [...text]
    .map((letter) => {
      if (/[*?[]/.test(letter)) return `[${letter}]`
      if (letter <= '\x7f') return letter.toLowerCase()
      const cases = [letter, letter.toLowerCase(), letter.toUpperCase()].filter(
        (one) => [...one].length === 1,
      )
      return `[${cases.join('')}]`
    })
    .join('')
}

/** Returns how many active dealers of these brands have no coordinates, counted as far as lists are. */
export async function countWithoutPoint(reader: Reader, brandIds: readonly number[]): Promise<number> {
  const ids = reader
    .selectFrom('dealers')
    .select('id')
    .where((eb) => eb.or([eb('latitude', 'is', null), eb('longitude', 'is', null)]))
    .where('active', '=', true)
    .where(carries(new Set(brandIds)))
    .limit(MOST_COUNTED)
  return countRows(reader, ids)
}
