import { type ExpressionBuilder, sql } from 'kysely'
import { readInChunks } from '../../../platform/db/chunks.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import { likePattern } from '../../../platform/like-pattern.ts'
import type { SyncStatus, WarrantyStatus } from '../schemas.ts'
import { isActiveOn, isExpiredOn, type ListFilters } from './list-queries.ts'
import { type WarrantyRow, withOwner } from './queries.ts'

/** The search criteria. Names and phones match too much: the caller checks the rows again. */
export interface Search {
  brandIds: readonly number[]
  /** A HIN in its canonical form, or the beginning of one. */
  hin?: string | undefined
  emailKey?: string | undefined
  name?: string | undefined
  /** Digits. */
  phone?: string | undefined
  warrantyStatus?: WarrantyStatus | undefined
  /** The date in UTC, which decides whether a warranty has expired. */
  today: string
  syncStatus?: SyncStatus | undefined
  registeredFrom?: string | undefined
  registeredTo?: string | undefined
}

const HIN_LENGTH = 12
const MAX_SIMILAR = 1_000

/** Returns warranties with their current owners, newest first, older than the id `before`. */
export function searchWarranties(
  reader: Reader,
  search: Search,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  const { brandIds, hin, emailKey, name, phone, warrantyStatus, syncStatus, registeredFrom, registeredTo } =
    search
  let query = withOwner(reader).where('warranties.brand_id', 'in', brandIds)
  if (before !== undefined) query = query.where('warranties.id', '<', before)
  if (hin !== undefined) {
    query = hin.length === HIN_LENGTH ? query.where('hin', '=', hin) : query.where('hin', 'like', `${hin}%`)
  }
  if (emailKey !== undefined) {
    query = query.where('warranties.id', 'in', (eb) =>
      eb
        .selectFrom('ownerships')
        .select('warranty_id')
        .where('email_key', '=', emailKey)
        .where('transfer_date', 'is', null),
    )
  }
  if (name !== undefined) {
    query = query.where(sql<boolean>`lower(first_name || ' ' || last_name) like ${likePattern(name)}`)
  }
  if (phone !== undefined) query = query.where('phone', 'like', `%${[...phone].join('%')}%`)
  if (warrantyStatus === 'active') query = query.where((eb) => isActiveOn(eb as never, search.today))
  if (warrantyStatus === 'expired') query = query.where((eb) => isExpiredOn(eb as never, search.today))
  if (warrantyStatus === 'voided') query = query.where('warranty_status', '=', warrantyStatus)
  if (syncStatus !== undefined) query = query.where('sync_status', '=', syncStatus)
  if (registeredFrom !== undefined) query = query.where('warranties.registration_date', '>=', registeredFrom)
  if (registeredTo !== undefined) query = query.where('warranties.registration_date', '<=', registeredTo)
  return query.orderBy('warranties.id', 'desc').limit(limit).execute()
}

/** Filters of a walk through all warranties. `today` decides which ones are active. */
export type OrderedFilters = Pick<
  ListFilters,
  'warrantyStatus' | 'modelYear' | 'registeredFrom' | 'registeredTo' | 'updatedSince' | 'syncStatus'
> & { today: string }

interface OrderedPage {
  /** The last warranty of the page before. */
  after?: Pick<WarrantyRow, 'created_at' | 'id'> | undefined
  limit: number
  filters?: OrderedFilters
}

/** Returns a page of a brand's warranties in the order in which they were created. */
export function listInOrder(reader: Reader, brandId: number, { after, limit, filters }: OrderedPage) {
  return (
    withOwner(reader)
      .where('warranties.brand_id', '=', brandId)
      // Row values compare as the index is ordered; both databases seek with them.
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(warranties.created_at, warranties.id) > (${after!.created_at}, ${after!.id})`,
        ),
      )
      .$if(filters !== undefined, (query) => query.where((eb) => eb.and(conditionsOf(eb as never, filters!))))
      .orderBy('warranties.created_at')
      .orderBy('warranties.id')
      // A literal: PostgreSQL plans badly for an unknown limit.
      .limit(sql.lit(limit))
      .execute()
  )
}

function conditionsOf(
  eb: ExpressionBuilder<Pick<Schema, 'warranties'>, 'warranties'>,
  filters: OrderedFilters,
) {
  const { warrantyStatus, modelYear, registeredFrom, registeredTo, updatedSince, syncStatus, today } = filters
  return [
    ...(warrantyStatus === 'active' ? [isActiveOn(eb, today)] : []),
    ...(warrantyStatus === 'expired' ? [isExpiredOn(eb, today)] : []),
    ...(warrantyStatus === 'voided' ? [eb('warranties.warranty_status', '=', warrantyStatus)] : []),
    ...(modelYear === undefined ? [] : [eb('warranties.model_year', '=', modelYear)]),
    ...(registeredFrom === undefined ? [] : [eb('warranties.registration_date', '>=', registeredFrom)]),
    ...(registeredTo === undefined ? [] : [eb('warranties.registration_date', '<=', registeredTo)]),
    ...(updatedSince === undefined ? [] : [eb('warranties.updated_at', '>=', updatedSince)]),
    ...(syncStatus === undefined ? [] : [eb('warranties.sync_status', '=', syncStatus)]),
  ]
}

/** Returns those of the HINs that the brand has a warranty for. */
export async function findTakenHins(
  reader: Reader,
  brandId: number,
  hins: readonly string[],
): Promise<Set<string>> {
  const warranties = reader.selectFrom('warranties').select('hin').where('brand_id', '=', brandId)
  const rows = await readInChunks(hins, (some) => warranties.where('hin', 'in', some).execute())
  return new Set(rows.map(({ hin }) => hin))
}

/** Returns HINs of these brands that share the first or the last six characters with this one. */
export async function findSimilarHins(
  reader: Reader,
  hin: string,
  brandIds: readonly number[],
): Promise<string[]> {
  if (brandIds.length === 0 || hin.length < HIN_LENGTH / 2) return []
  const rows = await reader
    .selectFrom('warranties')
    .select('hin')
    .distinct()
    .where('brand_id', 'in', brandIds)
    .where((eb) =>
      eb.or([
        eb('hin', 'like', `${hin.slice(0, HIN_LENGTH / 2)}%`),
        eb('hin', 'like', `%${hin.slice(-HIN_LENGTH / 2)}`),
      ]),
    )
    .limit(MAX_SIMILAR)
    .execute()
  return rows.map((row) => row.hin)
}
