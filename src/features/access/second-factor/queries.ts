import type { Reader, Trx } from '../../../platform/db/db.ts'

/** Returns what second factors need to know about a user. */
export function findFactor(reader: Reader, userId: number) {
  return reader
    .selectFrom('api_users')
    .select([
      'id',
      'email',
      'email_key',
      'password_hash',
      'active',
      'totp_secret',
      'totp_pending',
      'totp_step',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function setPending(trx: Trx, userId: number, secret: string): Promise<void> {
  await trx.updateTable('api_users').set({ totp_pending: secret }).where('id', '=', userId).execute()
}

/** Sets the second factor, or removes it, and replaces the recovery codes. */
export async function replaceFactor(
  trx: Trx,
  userId: number,
  { secret, step, codeHashes }: { secret: string | null; step: number; codeHashes: readonly string[] },
): Promise<void> {
  await trx
    .updateTable('api_users')
    .set({ totp_secret: secret, totp_pending: null, totp_step: step })
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = codeHashes.map((code_hash) => ({ user_id: userId, code_hash }))
  if (rows.length > 0) await trx.insertInto('recovery_codes').values(rows).execute()
}

/** Uses up the code of a time step. Returns false where it, or a later one, has been used. */
export async function useStep(trx: Trx, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('api_users')
    .set({ totp_step: step })
    .where('id', '=', userId)
    .where('totp_step', '<', step)
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

/** Uses up a recovery code. Returns false where there is none. */
export async function useRecoveryCode(trx: Trx, userId: number, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return Number(numDeletedRows) > 0
}
