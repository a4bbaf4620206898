import type { OperationContext } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { findBrandIds } from '../../brands/index.ts'
import { listTokens } from '../list-queries.ts'
import { type SavedToken, saveToken } from '../tokens/save-token.ts'
import { checkToken, NewToken } from '../tokens/token-fields.ts'

/**
 * Creates an API token; without a text of its own, one is generated. Brands are given by slug or id.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Conflict (CONFLICT) where a token has this name
 * @throws NotFound (NOT_FOUND) for a brand
 */
export function createToken(ctx: OperationContext, input: NewToken): Promise<SavedToken> {
  authorize(ctx.principal, 'access:write')
  checkToken(NewToken, input)
  const { brands, ...token } = input
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, 'setup')
    const same = (await listTokens(trx)).find(({ name }) => name === token.name)
    if (same) throw new Conflict('CONFLICT', `There is an API token "${same.name}" already (id ${same.id}).`)
    return saveToken(ctx, trx, { ...token, brandIds: await findBrandIds(trx, brands) })
  })
}
