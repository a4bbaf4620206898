import type { OperationContext } from '../../../platform/context.ts'
import { Invalid, issue } from '../../../platform/errors.ts'
import { authorize, holdsAllBrands } from '../../../platform/principal.ts'
import { recordingRefusals } from '../grants.ts'
import { resolveBrands } from '../resolve-brands.ts'
import { refuseTakenName } from '../tokens/refuse-taken-name.ts'
import { type SavedToken, saveToken } from '../tokens/save-token.ts'
import { checkToken, NewToken } from '../tokens/token-fields.ts'

/**
 * Creates an API token; without a text of its own, one is generated. Brands are given by slug or id.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Forbidden (GRANT_NOT_PERMITTED) for more than the principal holds
 * @throws Conflict (CONFLICT) where a token has this name
 */
export function createToken(ctx: OperationContext, input: NewToken): Promise<SavedToken> {
  const { principal } = ctx
  authorize(principal, 'access:write')
  checkToken(NewToken, input)
  const { brands, ...token } = input
  const by = { principal, subject: { kind: 'token' as const, id: null } }
  return recordingRefusals(ctx, () =>
    ctx.db.write(async (trx) => {
      await ctx.db.lock(trx, 'setup')
      const brandIds = await resolveBrands(trx, by, 'brands', brands)
      await refuseTakenName(trx, token.name, by)
      const saved = await saveToken(ctx, trx, { ...token, brandIds })
      if (!saved.all_brands && saved.brands.length === 0 && !holdsAllBrands(principal)) {
        throw new Invalid([issue('brands', 'is required: without one, you could not see the token')])
      }
      return saved
    }),
  )
}
