import type { Micros } from '../../platform/clock.ts'
import type { Trx } from '../../platform/db/db.ts'

/** Returns false if the challenge was used before. */
export async function insertUsedChallenge(
  trx: Trx,
  used: { challenge: string; expires_at: Micros },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('used_challenges')
    .values(used)
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteExpiredChallenges(trx: Trx, now: Micros): Promise<void> {
  await trx.deleteFrom('used_challenges').where('expires_at', '<=', now).execute()
}
