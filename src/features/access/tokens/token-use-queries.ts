import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'

/** Records last uses. A later one, which another process may have recorded, stays. */
export async function updateLastUsed(
  trx: Trx,
  uses: readonly (readonly [tokenId: number, at: Micros])[],
): Promise<void> {
  // All processes use the same order, which prevents deadlocks.
  for (const [id, at] of uses.toSorted(([a], [b]) => a - b)) {
    await trx
      .updateTable('api_tokens')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
      .execute()
  }
}
