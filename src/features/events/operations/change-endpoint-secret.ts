import type { Static } from 'typebox'
import type { OperationContext } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { type EndpointView, toEndpointView } from '../endpoint-view.ts'
import { findHeldEndpoint } from '../find-endpoint.ts'
import { generateSecret, saveEndpoint } from '../save-endpoint.ts'
import { EndpointSecretChange } from '../schemas.ts'

/**
 * Generates the secret that signs an endpoint's events, while the one before also signs, or drops that one. Returns the
 * endpoint, with the new secret if there is one: it is not shown again.
 * @throws NotFound (NOT_FOUND)
 * @throws Conflict (CONFLICT) where there is no previous secret
 */
export function changeEndpointSecret(
  ctx: OperationContext,
  { id, ...input }: { id: number } & Static<typeof EndpointSecretChange>,
): Promise<EndpointView & { secret?: string }> {
  authorize(ctx.principal, 'brands:write')
  const { action } = parse(EndpointSecretChange, input)
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, `endpoint:${id}`)
    const stored = await findHeldEndpoint(trx, ctx.principal, id)
    if (action === 'drop_previous') {
      if (stored.previous_secret === null) throw new Conflict('CONFLICT', 'There is no previous secret.')
      return toEndpointView((await saveEndpoint(ctx, trx, { id, previousSecret: null })).endpoint)
    }
    const secret = generateSecret()
    const { endpoint } = await saveEndpoint(ctx, trx, { id, secret, previousSecret: stored.secret })
    return { ...toEndpointView(endpoint), secret }
  })
}
