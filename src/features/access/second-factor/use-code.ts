import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { useRecoveryCode, useStep } from './queries.ts'
import { digestRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

/**
 * Uses up a code of the authenticator app, or a recovery code: each works once. Returns whether it was right. Lock the
 * user first.
 */
export async function useCode(
  trx: Trx,
  { id, totp_secret }: { id: number; totp_secret: string | null },
  code: string,
  now: Micros,
): Promise<boolean> {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return useRecoveryCode(trx, id, digestRecoveryCode(code))
  const step = totp_secret === null ? undefined : stepOf(totp_secret, digits, now)
  return step !== undefined && useStep(trx, id, step)
}
