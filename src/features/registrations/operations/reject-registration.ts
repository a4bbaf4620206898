import { type Static, Type } from 'typebox'
import { FilledText } from '../../../platform/input-schemas.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import type { Expected } from '../../../platform/version.ts'
import type { RegistrationContext } from '../context.ts'
import { decide } from '../decide.ts'
import type { ShownRegistration } from './show-registration.ts'

export const Rejection = Type.Object({ reason: FilledText(2_000) }, { additionalProperties: false })

interface RejectInput {
  id: number
  fields: Static<typeof Rejection>
  expected?: Expected
}

/**
 * Rejects a registration. The owner gets the reason by mail. Returns the registration.
 * @throws NotFound (NOT_FOUND), Conflict (CONFLICT) for one that was decided on, Outdated (PRECONDITION_FAILED)
 */
export async function rejectRegistration(
  ctx: RegistrationContext,
  input: RejectInput,
): Promise<ShownRegistration> {
  authorize(ctx.principal, 'warranty:create')
  const { reason } = parse(Rejection, input.fields)
  const { registration } = await ctx.db.write((trx) =>
    decide(ctx, trx, input, async () => ({ change: { state: 'rejected', reason }, result: null })),
  )
  ctx.deliveries.wake()
  return registration
}
