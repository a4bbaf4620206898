import { type Selectable, sql } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import { inChunks, readInChunks } from '../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { type Point, toPoint } from './point.ts'

/** A geocoding service's result for a code: its point, or null if it knows no such code. */
export interface GeocodeAnswer {
  point: Point | null
  provider: string
  fetchedAt: Micros
}

const ANSWER = ['latitude', 'longitude', 'provider', 'fetched_at'] as const

/** The countries that have imported points; the cost grows with their number, not with that of the points. */
export async function listImportedCountries(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ country: string }>`
    WITH RECURSIVE imported (country) AS (
      SELECT min(country) FROM postal_points
      UNION ALL
      SELECT (SELECT min(country) FROM postal_points WHERE country > imported.country)
      FROM imported WHERE imported.country IS NOT NULL
    )
    SELECT country FROM imported WHERE country IS NOT NULL
  `.execute(reader)
  return rows.map((row) => row.country)
}

/** How many imported points a country has, or each country that has any, by its code. */
export async function countImportedPoints(
  reader: Reader,
  country?: string,
): Promise<{ country: string; codes: number }[]> {
  const rows = await reader
    .selectFrom('postal_points')
    .select((eb) => ['country', eb.fn.countAll<string | number>().as('codes')])
    .$if(country !== undefined, (query) => query.where('country', '=', country!))
    .groupBy('country')
    .orderBy('country')
    .execute()
  return rows.map((row) => ({ country: row.country, codes: Number(row.codes) }))
}

/** The imported points of those of these keys that have one. */
export async function findImportedPoints(
  reader: Reader,
  country: string,
  keys: readonly string[],
): Promise<Map<string, Point>> {
  const points = reader
    .selectFrom('postal_points')
    .select(['code', 'latitude', 'longitude'])
    .where('country', '=', country)
  const rows = await readInChunks(keys, (some) => points.where('code', 'in', some).execute())
  return new Map(rows.map(({ code, ...point }) => [code, point]))
}

/**
 * Replaces all imported points of a country. Returns how many it had.
 * @param points in the order of their keys: out of order, a million rows take minutes instead of seconds
 */
export async function replaceImportedPoints(
  trx: Trx,
  country: string,
  points: readonly (readonly [key: string, point: Point])[],
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('postal_points')
    .where('country', '=', country)
    .executeTakeFirst()
  for (const some of inChunks(points, 4)) {
    const values = some.map(([code, { latitude, longitude }]) => ({ country, code, latitude, longitude }))
    await trx.insertInto('postal_points').values(values).execute()
  }
  return Number(numDeletedRows)
}

export async function findAnswer(
  reader: Reader,
  country: string,
  code: string,
): Promise<GeocodeAnswer | null> {
  const row = await reader
    .selectFrom('geocode_answers')
    .select(ANSWER)
    .where('country', '=', country)
    .where('code', '=', code)
    .executeTakeFirst()
  return row ? toAnswer(row) : null
}

export async function saveAnswer(
  trx: Trx,
  country: string,
  code: string,
  { point, provider, fetchedAt }: GeocodeAnswer,
): Promise<void> {
  const latitude = point?.latitude ?? null
  const longitude = point?.longitude ?? null
  const answer = { latitude, longitude, provider, fetched_at: fetchedAt }
  await trx
    .insertInto('geocode_answers')
    .values({ country, code, ...answer })
    .onConflict((conflict) => conflict.columns(['country', 'code']).doUpdateSet(answer))
    .execute()
}

/** Removes the answer for a code. Returns what it was, or null where there was none. */
export async function deleteAnswer(trx: Trx, country: string, code: string): Promise<GeocodeAnswer | null> {
  const row = await trx
    .deleteFrom('geocode_answers')
    .where('country', '=', country)
    .where('code', '=', code)
    .returning(ANSWER)
    .executeTakeFirst()
  return row ? toAnswer(row) : null
}

/** Removes older answers that there is no such code: the service is asked again. */
export async function deleteUnknownCodes(trx: Trx, before: Micros): Promise<void> {
  await trx
    .deleteFrom('geocode_answers')
    .where('latitude', 'is', null)
    .where('fetched_at', '<', before)
    .execute()
}

/** The same of the places that this provider has answered. */
export async function deletePlaces(trx: Trx, provider: string, before: Micros): Promise<void> {
  await trx
    .deleteFrom('geocode_answers')
    .where('latitude', 'is not', null)
    .where('provider', '=', provider)
    .where('fetched_at', '<', before)
    .execute()
}

function toAnswer(row: Pick<Selectable<Schema['geocode_answers']>, (typeof ANSWER)[number]>): GeocodeAnswer {
  return {
    point: toPoint(row.latitude, row.longitude),
    provider: row.provider,
    fetchedAt: row.fetched_at,
  }
}
