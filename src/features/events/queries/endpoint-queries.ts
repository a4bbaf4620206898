import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { readInChunks } from '../../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'

type EndpointRow = Selectable<Schema['event_endpoints']>

/** An endpoint with the ids and slugs of its brands. */
export interface StoredEndpoint extends EndpointRow {
  brands: { id: number; slug: string }[]
}

/** Returns the endpoints with these ids, or all, by id. */
export async function findEndpoints(reader: Reader, ids?: readonly number[]): Promise<StoredEndpoint[]> {
  const endpoints = reader.selectFrom('event_endpoints').selectAll().orderBy('id')
  const rows = ids
    ? await readInChunks(ids, (some) => endpoints.where('id', 'in', some).execute())
    : await endpoints.execute()
  const links = await readInChunks(
    rows.map(({ id }) => id),
    (some) =>
      reader
        .selectFrom('event_endpoint_brands')
        .innerJoin('brands', 'brands.id', 'brand_id')
        .select(['endpoint_id', 'brands.id', 'brands.slug'])
        .where('endpoint_id', 'in', some)
        .orderBy('brands.slug')
        .execute(),
  )
  const byEndpoint = Map.groupBy(links, ({ endpoint_id }) => endpoint_id)
  return rows.map((row) => ({
    ...row,
    brands: (byEndpoint.get(row.id) ?? []).map(({ id, slug }) => ({ id, slug })),
  }))
}

export async function insertEndpoint(
  trx: Trx,
  endpoint: Insertable<Schema['event_endpoints']>,
): Promise<number> {
  const { id } = await trx
    .insertInto('event_endpoints')
    .values(endpoint)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeEndpoint(
  trx: Trx,
  id: number,
  change: Updateable<Schema['event_endpoints']>,
): Promise<void> {
  await trx.updateTable('event_endpoints').set(change).where('id', '=', id).execute()
}

export async function replaceBrands(
  trx: Trx,
  endpointId: number,
  brandIds: readonly number[],
): Promise<void> {
  await trx.deleteFrom('event_endpoint_brands').where('endpoint_id', '=', endpointId).execute()
  await trx
    .insertInto('event_endpoint_brands')
    .values([...new Set(brandIds)].map((brand_id) => ({ endpoint_id: endpointId, brand_id })))
    .execute()
}

export async function deleteEndpoint(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('event_endpoints').where('id', '=', id).execute()
}

/** Records that an attempt succeeded. */
export async function clearFailing(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx
    .updateTable('event_endpoints')
    .set({ failing_since: null })
    .where('id', 'in', ids)
    .where('failing_since', 'is not', null)
    .execute()
}

/** Records that attempts fail, unless they did before. */
export async function markFailing(trx: Trx, ids: readonly number[], now: Micros): Promise<void> {
  await trx
    .updateTable('event_endpoints')
    .set({ failing_since: now })
    .where('id', 'in', ids)
    .where('failing_since', 'is', null)
    .execute()
}

/** Switches off those of the active endpoints that have failed since `since` or longer. Returns their ids. */
export async function disableFailing(
  trx: Trx,
  ids: readonly number[],
  { since, now }: { since: Micros; now: Micros },
): Promise<number[]> {
  const rows = await trx
    .updateTable('event_endpoints')
    .set({ active: false, disabled_at: now, updated_at: now })
    .where('id', 'in', ids)
    .where('active', '=', true)
    .where('failing_since', '<=', since)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns how many endpoints of these brands the server has switched off. */
export async function countDisabled(reader: Reader, brandIds: readonly number[]): Promise<number> {
  if (brandIds.length === 0) return 0
  const { count } = await reader
    .selectFrom('event_endpoints')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('disabled_at', 'is not', null)
    .where('id', 'in', (eb) =>
      eb.selectFrom('event_endpoint_brands').select('endpoint_id').where('brand_id', 'in', brandIds),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}
