import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'

export async function updatePasswordHash(
  trx: Trx,
  userId: number,
  passwordHash: string,
  now: Micros,
): Promise<void> {
  await trx
    .updateTable('api_users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute()
}
