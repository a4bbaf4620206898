import type { Trx } from '../../platform/db/db.ts'
import { Conflict } from '../../platform/errors.ts'
import { checkVersion, type Expected } from '../../platform/version.ts'
import { recordAudit } from '../audit/index.ts'
import { announce } from './announce.ts'
import type { RegistrationContext } from './context.ts'
import { findHeldRegistration } from './find-registration.ts'
import { readRegistration, type ShownRegistration } from './operations/show-registration.ts'
import { changeRegistration, findRegistration, type RegistrationRow } from './queries.ts'

interface Decision<T> {
  change: { state: 'accepted'; warranty_id: number } | { state: 'rejected'; reason: string }
  result: T
}

/**
 * Decides on a registration, once: of two at the same time the second finds the first one's decision.
 * @param work returns the decision; what it does is undone if anything fails
 * @throws NotFound (NOT_FOUND), Conflict (CONFLICT), Outdated (PRECONDITION_FAILED)
 */
export async function decide<T>(
  ctx: RegistrationContext,
  trx: Trx,
  { id, expected }: { id: number; expected?: Expected },
  work: (row: RegistrationRow) => Promise<Decision<T>>,
): Promise<{ registration: ShownRegistration; result: T }> {
  const { db, clock, principal } = ctx
  await db.lock(trx, `registration:${id}`)
  const row = await findHeldRegistration(trx, principal, id)
  if (expected) checkVersion(expected, await readRegistration(ctx, trx, id))
  if (row.state !== 'received') {
    throw new Conflict('CONFLICT', `Registration ${id} is already ${row.state}.`)
  }
  const { change, result } = await work(row)
  const at = clock.now()
  await changeRegistration(trx, id, { ...change, check_due: null, decided_at: at, updated_at: at })
  await announce(ctx, trx, (await findRegistration(trx, id))!, at)
  const { state } = change
  await recordAudit(trx, [
    {
      at,
      principal,
      action: `registration.${state}`,
      subject: { id, name: row.hin },
      brandId: row.brand_id,
      change: {
        before: { state: row.state },
        after: { state, ...('warranty_id' in change && { warranty_id: change.warranty_id }) },
      },
    },
  ])
  return { registration: await readRegistration(ctx, trx, id), result }
}
