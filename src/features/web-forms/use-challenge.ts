import type { Trx } from '../../platform/db/db.ts'
import { failed, type SolvedChallenge } from './challenge.ts'
import { insertUsedChallenge } from './queries.ts'

/**
 * Marks a challenge as used. Call it in the transaction that stores the submission: of two submissions with the same
 * challenge, even in different processes, one is stored. Without a challenge, none was needed.
 * @throws AppError CHALLENGE_FAILED if it was used before
 */
export async function useChallenge(trx: Trx, solved: SolvedChallenge | undefined): Promise<void> {
  if (!solved) return
  const { challenge, expiresAt } = solved
  if (await insertUsedChallenge(trx, { challenge, expires_at: expiresAt })) return
  throw failed('The challenge in X-Transom-Challenge was used before. Solve another one.')
}
