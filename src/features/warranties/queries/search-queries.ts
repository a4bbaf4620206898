import { sql } from 'kysely'
import { inChunks } from '../../../platform/db/chunks.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { likePattern } from '../../../platform/like-pattern.ts'
import type { SyncStatus, WarrantyStatus } from '../schemas.ts'
import { type WarrantyRow, withOwner } from './queries.ts'

/** Which warranties are looked for. Of names and phones more are found than are meant: see `roughPattern`. */
export interface Search {
  brandIds: readonly number[]
  /** A HIN in its canonical form, or the beginning of one. */
  hin?: string | undefined
  emailKey?: string | undefined
  name?: string | undefined
  /** Digits. */
  phone?: string | undefined
  warrantyStatus?: WarrantyStatus | undefined
  syncStatus?: SyncStatus | undefined
  registeredFrom?: string | undefined
  registeredTo?: string | undefined
}

const WHOLE_HIN = 12

/** Warranties with their present owners, the newest first, from the one after `before` on. */
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
    query = hin.length === WHOLE_HIN ? query.where('hin', '=', hin) : query.where('hin', 'like', `${hin}%`)
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
  if (warrantyStatus !== undefined) query = query.where('warranty_status', '=', warrantyStatus)
  if (syncStatus !== undefined) query = query.where('sync_status', '=', syncStatus)
  if (registeredFrom !== undefined) query = query.where('warranties.registration_date', '>=', registeredFrom)
  if (registeredTo !== undefined) query = query.where('warranties.registration_date', '<=', registeredTo)
  return query.orderBy('warranties.id', 'desc').limit(limit).execute()
}

/** A brand's warranties in the order in which they were made, from the one after `after` on. */
export function listInOrder(
  reader: Reader,
  brandId: number,
  after: Pick<WarrantyRow, 'created_at' | 'id'> | undefined,
  limit: number,
) {
  return (
    withOwner(reader)
      .where('warranties.brand_id', '=', brandId)
      // Row values compare as the index is ordered; both databases seek with them.
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(warranties.created_at, warranties.id) > (${after!.created_at}, ${after!.id})`,
        ),
      )
      .orderBy('warranties.created_at')
      .orderBy('warranties.id')
      // In the text: PostgreSQL plans badly for a limit that it does not know.
      .limit(sql.lit(limit))
      .execute()
  )
}

/** Which of these HINs a brand has a warranty for. */
export async function findTakenHins(
  reader: Reader,
  brandId: number,
  hins: readonly string[],
): Promise<Set<string>> {
  const taken = new Set<string>()
  for (const some of inChunks(hins)) {
    const rows = await reader
      .selectFrom('warranties')
      .select('hin')
      .where('brand_id', '=', brandId)
      .where('hin', 'in', some)
      .execute()
    for (const { hin } of rows) taken.add(hin)
  }
  return taken
}
