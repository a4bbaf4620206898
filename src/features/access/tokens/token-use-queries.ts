import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'

/** Records last uses, but never an earlier one in place of a later: another process may have seen that. */
export async function updateLastUsed(
  trx: Trx,
  uses: readonly (readonly [tokenId: number, at: Micros])[],
): Promise<void> {
  // All processes in the same order, so that none waits for another that waits for it.
  for (const [id, at] of uses.toSorted(([a], [b]) => a - b)) {
    await trx
      .updateTable('api_tokens')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
      .execute()
  }
}
