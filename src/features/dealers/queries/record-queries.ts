import { sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { inChunks, readInChunks } from '../../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import { COLUMNS, type DealerRecord, dealerKey, nameOf, type StoredDealer } from '../records/dealer-record.ts'

/** A literal: only then do the databases use the partial index of codes, which excludes empty ones. */
const NO_CODE = sql.lit('')

/** Returns the dealers with one of these ids or codes, and those without a code that have one of these names. */
export async function findDealers(
  reader: Reader,
  { ids, codes, names }: { ids: readonly number[]; codes: readonly string[]; names: readonly string[] },
): Promise<StoredDealer[]> {
  const dealers = reader.selectFrom('dealers').select(['id', ...COLUMNS])
  const byId = await readInChunks(ids, (some) => dealers.where('id', 'in', some).execute())
  const foundCodes = new Set(byId.map((row) => row.dealer_code))
  const otherCodes = codes.filter((code) => !foundCodes.has(code))
  const byCode = await readInChunks(otherCodes, (some) =>
    dealers.where('dealer_code', '<>', NO_CODE).where('dealer_code', 'in', some).execute(),
  )
  const byName = await readInChunks([...new Set(names)], (some) =>
    dealers.where('dealer_code', '=', '').where('name', 'in', some).execute(),
  )
  return [...new Map([...byId, ...byCode, ...byName].map((row) => [row.id, row])).values()]
}

/** Returns the ids of dealers by their codes. */
export async function findDealerIds(reader: Reader, codes: readonly string[]): Promise<Map<string, number>> {
  const dealers = reader.selectFrom('dealers').select(['id', 'dealer_code'])
  const rows = await readInChunks(codes, (some) =>
    dealers.where('dealer_code', '<>', NO_CODE).where('dealer_code', 'in', some).execute(),
  )
  return new Map(rows.map((row) => [row.dealer_code, row.id]))
}

/** Returns whether the brand has an active dealer with this code. */
export async function hasActiveDealer(
  reader: Reader,
  { brandId, code }: { brandId: number; code: string },
): Promise<boolean> {
  const row = await reader
    .selectFrom('dealers')
    .innerJoin('dealer_brands', 'dealer_brands.dealer_id', 'dealers.id')
    .select('dealers.active')
    .where('dealer_code', '<>', NO_CODE)
    .where('dealer_code', '=', code)
    .where('dealer_brands.brand_id', '=', brandId)
    .executeTakeFirst()
  return Boolean(row?.active)
}

/** Returns the short names of dealers, by their ids. */
export async function listNames(reader: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  const dealers = reader.selectFrom('dealers').select(['id', 'dealer_code', 'name'])
  const rows = await readInChunks(ids, (some) => dealers.where('id', 'in', some).execute())
  return new Map(rows.map((row) => [row.id, nameOf(row)]))
}

/** Returns the dealers with these ids as territories show them. */
export function listTerritoryDealers(reader: Reader, ids: readonly number[]) {
  const dealers = reader.selectFrom('dealers').select(['id', 'dealer_code', 'name'])
  return readInChunks(ids, (some) => dealers.where('id', 'in', some).execute())
}

/** Returns a dealer's current e-mail address; empty where it has none, or no longer exists. */
export async function findDealerEmail(reader: Reader, id: number): Promise<string> {
  const row = await reader.selectFrom('dealers').select('email').where('id', '=', id).executeTakeFirst()
  return row?.email ?? ''
}

/** Frees the codes of dealers that will get others. */
export async function vacateCodes(trx: Trx, ids: readonly number[]): Promise<void> {
  for (const some of inChunks(ids)) {
    await trx.updateTable('dealers').set({ dealer_code: '' }).where('id', 'in', some).execute()
  }
}

/** Creates dealers with ids of their own, or changes those that have them. */
export async function upsertDealers(
  trx: Trx,
  dealers: readonly (DealerRecord & { id: number })[],
  now: Micros,
): Promise<void> {
  const changed = [...COLUMNS, 'updated_at'] as const
  for (const some of inChunks(dealers, COLUMNS.length + 3)) {
    await trx
      .insertInto('dealers')
      .values(some.map((dealer) => ({ ...dealer, created_at: now, updated_at: now })))
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) =>
            Object.fromEntries(changed.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute()
  }
}

/** Creates dealers. Returns their ids by `dealerKey`. */
export async function insertDealers(
  trx: Trx,
  dealers: readonly DealerRecord[],
  now: Micros,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const some of inChunks(dealers, COLUMNS.length + 2)) {
    const rows = await trx
      .insertInto('dealers')
      .values(some.map((dealer) => ({ ...dealer, created_at: now, updated_at: now })))
      .returning(['id', 'dealer_code', 'name', 'address', 'postal_code'])
      .execute()
    for (const row of rows) ids.set(dealerKey(row), row.id)
  }
  return ids
}

/** Records that the dealers changed in something that has a table of its own. */
export async function touchDealers(trx: Trx, ids: readonly number[], now: Micros): Promise<void> {
  for (const some of inChunks(ids)) {
    await trx.updateTable('dealers').set({ updated_at: now }).where('id', 'in', some).execute()
  }
}

export function listBrandIds(reader: Reader, dealerIds: readonly number[]) {
  const links = reader.selectFrom('dealer_brands').selectAll()
  return readInChunks(dealerIds, (some) => links.where('dealer_id', 'in', some).execute())
}

/** Returns the ids of the brands that a group's dealers carry. */
export async function listGroupBrandIds(reader: Reader, groupId: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('dealers')
    .innerJoin('dealer_brands', 'dealer_brands.dealer_id', 'dealers.id')
    .select('brand_id')
    .distinct()
    .where('group_id', '=', groupId)
    .execute()
  return rows.map(({ brand_id }) => brand_id)
}

export async function insertBrandLinks(
  trx: Trx,
  links: readonly { dealer_id: number; brand_id: number }[],
): Promise<void> {
  for (const some of inChunks(links, 2)) await trx.insertInto('dealer_brands').values(some).execute()
}

export async function deleteBrandLinks(
  trx: Trx,
  brandId: number,
  dealerIds: readonly number[],
): Promise<void> {
  for (const some of inChunks(dealerIds)) {
    await trx
      .deleteFrom('dealer_brands')
      .where('brand_id', '=', brandId)
      .where('dealer_id', 'in', some)
      .execute()
  }
}

export function listGroups(reader: Reader) {
  return reader.selectFrom('dealer_groups').select(['id', 'name']).execute()
}

/** Creates the group with this id, or renames it. */
export async function upsertGroup(
  trx: Trx,
  { id, name, now }: { id: number; name: string; now: Micros },
): Promise<void> {
  await trx
    .insertInto('dealer_groups')
    .values({ id, name, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, updated_at: now }))
    .execute()
}

export async function deleteGroup(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('dealer_groups').where('id', '=', id).execute()
}

/** Creates a group. Returns its id. */
export async function insertGroup(trx: Trx, { name, now }: { name: string; now: Micros }): Promise<number> {
  const { id } = await trx
    .insertInto('dealer_groups')
    .values({ name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Territory = Awaited<ReturnType<typeof listTerritories>>[number]

export function listTerritories(reader: Reader, brandIds: readonly number[]) {
  return reader
    .selectFrom('territories')
    .select(['brand_id', 'country', 'postal_code', 'dealer_id'])
    .where('brand_id', 'in', brandIds)
    .execute()
}

export async function upsertTerritories(trx: Trx, territories: readonly Territory[]): Promise<void> {
  for (const some of inChunks(territories, 4)) {
    await trx
      .insertInto('territories')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['brand_id', 'country', 'postal_code'])
          .doUpdateSet((eb) => ({ dealer_id: eb.ref('excluded.dealer_id') })),
      )
      .execute()
  }
}

export async function deleteTerritories(
  trx: Trx,
  { brandId, country }: { brandId: number; country: string },
  postalCodes: readonly string[],
): Promise<void> {
  for (const some of inChunks(postalCodes)) {
    await trx
      .deleteFrom('territories')
      .where('brand_id', '=', brandId)
      .where('country', '=', country)
      .where('postal_code', 'in', some)
      .execute()
  }
}

/** Returns the ids of the dealers that carry a brand. */
export async function listCarriers(reader: Reader, brandId: number): Promise<Set<number>> {
  const rows = await reader
    .selectFrom('dealer_brands')
    .select('dealer_id')
    .where('brand_id', '=', brandId)
    .execute()
  return new Set(rows.map((row) => row.dealer_id))
}

/** Returns the brand's dealers without a code, with the fields of their natural keys. */
export function listUncoded(reader: Reader, brandId: number) {
  return reader
    .selectFrom('dealer_brands')
    .innerJoin('dealers', 'dealers.id', 'dealer_brands.dealer_id')
    .select(['dealers.id', 'name', 'address', 'postal_code'])
    .where('brand_id', '=', brandId)
    .where('dealer_code', '=', '')
    .execute()
}

/** Returns the codes of a brand's dealers that begin with a zero. */
export async function listCodesAtZero(reader: Reader, brandId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('dealer_brands')
    .innerJoin('dealers', 'dealers.id', 'dealer_brands.dealer_id')
    .select('dealer_code')
    .where('brand_id', '=', brandId)
    .where('dealer_code', 'like', '0%')
    .execute()
  return rows.map((row) => row.dealer_code)
}

/** Returns the ids of the dealers that carry only other brands. */
export async function listForeign(reader: Reader, brandId: number): Promise<Set<number>> {
  const rows = await reader
    .selectFrom('dealer_brands')
    .select('dealer_id')
    .distinct()
    .where('brand_id', '<>', brandId)
    .where('dealer_id', 'not in', (eb) =>
      eb.selectFrom('dealer_brands').select('dealer_id').where('brand_id', '=', brandId),
    )
    .execute()
  return new Set(rows.map((row) => row.dealer_id))
}
