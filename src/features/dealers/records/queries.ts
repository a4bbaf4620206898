import { inChunks } from '../../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import { COLUMNS, type DealerRecord, type StoredDealer } from './dealer-record.ts'

/** The dealers with one of these ids or codes. */
export async function findDealers(
  reader: Reader,
  ids: readonly number[],
  codes: readonly string[],
): Promise<StoredDealer[]> {
  const found: StoredDealer[] = []
  const dealers = reader.selectFrom('dealers').select(['id', ...COLUMNS])
  for (const some of inChunks(ids)) {
    found.push(...(await dealers.where('id', 'in', some).execute()))
  }
  const [foundIds, foundCodes] = [
    new Set(found.map((row) => row.id)),
    new Set(found.map((row) => row.dealer_code)),
  ]
  for (const some of inChunks(codes.filter((code) => !foundCodes.has(code)))) {
    const rows = await dealers.where('dealer_code', 'in', some).execute()
    found.push(...rows.filter((row) => !foundIds.has(row.id)))
  }
  return found
}

/** The ids of dealers by their codes. */
export async function findDealerIds(reader: Reader, codes: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const some of inChunks(codes)) {
    const rows = await reader
      .selectFrom('dealers')
      .select(['id', 'dealer_code'])
      .where('dealer_code', 'in', some)
      .execute()
    for (const row of rows) ids.set(row.dealer_code, row.id)
  }
  return ids
}

/** Frees the codes of dealers that are about to get other ones. */
export async function vacateCodes(trx: Trx, ids: readonly number[]): Promise<void> {
  for (const some of inChunks(ids)) {
    await trx.updateTable('dealers').set({ dealer_code: '' }).where('id', 'in', some).execute()
  }
}

/** Creates dealers with ids of their own, or changes those that have them. */
export async function upsertDealers(
  trx: Trx,
  dealers: readonly (DealerRecord & { id: number })[],
): Promise<void> {
  for (const some of inChunks(dealers, COLUMNS.length + 1)) {
    await trx
      .insertInto('dealers')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) =>
            Object.fromEntries(COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute()
  }
}

/** Creates dealers that have codes. Returns their ids by code. */
export async function insertDealers(
  trx: Trx,
  dealers: readonly DealerRecord[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const some of inChunks(dealers, COLUMNS.length)) {
    const rows = await trx.insertInto('dealers').values(some).returning(['id', 'dealer_code']).execute()
    for (const row of rows) ids.set(row.dealer_code, row.id)
  }
  return ids
}

export async function listBrandIds(reader: Reader, dealerIds: readonly number[]) {
  const links: { dealer_id: number; brand_id: number }[] = []
  for (const some of inChunks(dealerIds)) {
    links.push(
      ...(await reader
        .selectFrom('dealer_brands')
        .select(['dealer_id', 'brand_id'])
        .where('dealer_id', 'in', some)
        .execute()),
    )
  }
  return links
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

/** Creates the group, or names the one with this id anew. Returns its id. */
export async function upsertGroup(trx: Trx, id: number | undefined, name: string): Promise<number> {
  const row = await trx
    .insertInto('dealer_groups')
    .values(id === undefined ? { name } : { id, name })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
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
