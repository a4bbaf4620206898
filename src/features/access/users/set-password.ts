import type { Trx } from '../../../platform/db/db.ts'
import { deleteLinksOf } from '../account-links/queries.ts'
import { deleteBrowserSessionsOf } from '../browser-sessions/queries.ts'
import type { AccessContext, SignIn } from '../context.ts'
import { sessionsChanged } from '../directory.ts'
import { revokeFamiliesOf } from '../sessions/queries.ts'
import { updatePasswordHash } from './password-queries.ts'

/**
 * Sets a user's password, and ends all sessions and links of the user but the caller's own session. Lock `setup` and the
 * user first.
 */
export async function setPassword(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  trx: Trx,
  { userId, hash, keep }: { userId: number; hash: string; keep?: SignIn },
): Promise<void> {
  const now = clock.now()
  await updatePasswordHash(trx, userId, hash, now)
  await deleteLinksOf(trx, userId)
  await deleteBrowserSessionsOf(trx, userId, keep?.browserSession)
  await revokeFamiliesOf(trx, userId, now, keep?.familyId)
  await sessionsChanged(db, trx)
}
