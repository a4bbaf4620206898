import { randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { type BrandView, toBrandView } from '../brand-view.ts'
import type { BrandContext } from '../context.ts'
import { findHeldBrand } from '../find-brands.ts'
import { mergeTargets } from '../merge-targets.ts'
import { findStoredBrand } from '../queries.ts'
import { saveBrand } from '../save-brand.ts'
import { readTargets } from '../targets.ts'

export const SecretChange = Type.Object(
  {
    which: Type.Unsafe<'lead_webhook' | 'warranty_crm'>({
      type: 'string',
      enum: ['lead_webhook', 'warranty_crm'],
      expected: 'must be lead_webhook or warranty_crm',
    }),
    action: Type.Unsafe<'rotate' | 'drop_previous'>({
      type: 'string',
      enum: ['rotate', 'drop_previous'],
      expected: 'must be rotate or drop_previous',
    }),
  },
  { additionalProperties: false },
)

/**
 * Generates the secret that signs a brand's messages, while the one before also signs, or drops that one. Returns the
 * brand, with the new secret if there is one: it is not shown again.
 * @throws NotFound (NOT_FOUND) for the brand
 * @throws Conflict (CONFLICT) where there is no such webhook, or no previous secret
 */
export function changeSecret(
  ctx: BrandContext,
  { reference, ...input }: { reference: string } & Static<typeof SecretChange>,
): Promise<BrandView & { secret?: string }> {
  authorize(ctx.principal, 'brands:write')
  const { which, action } = parse(SecretChange, input)
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, 'setup')
    const stored = await findHeldBrand(trx, ctx.principal, reference)
    const target = readTargets(stored)[which]
    if (!target || ('type' in target && target.type !== 'webhook')) {
      throw new Conflict(
        'CONFLICT',
        `The brand ${stored.slug} has no ${which.replace('_', ' ')} that is signed.`,
      )
    }
    if (action === 'drop_previous' && !('previous_secret' in target)) {
      throw new Conflict('CONFLICT', 'There is no previous secret.')
    }
    const secret = action === 'rotate' ? `whsec_${randomBytes(32).toString('base64')}` : undefined
    const patch = { [which]: secret ? { secret } : { previous_secret: null } }
    await saveBrand(ctx, trx, { ...mergeTargets(stored, patch), id: stored.id })
    return { ...toBrandView(await findStoredBrand(trx, stored.id)), ...(secret && { secret }) }
  })
}
