import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { findBrandIds } from '../../brands/index.ts'
import { findToken } from '../tokens/find-token.ts'
import { type SavedToken, saveToken } from '../tokens/save-token.ts'
import { newTokenText } from '../tokens/save-tokens.ts'
import { checkToken, TokenChanges } from '../tokens/token-fields.ts'

interface TokenChange {
  /** The token's name or id. */
  reference: string
  /** Omitted fields keep their values. */
  changes: TokenChanges
}

/**
 * Changes an API token. Brands are given by slug or id.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws NotFound (NOT_FOUND) for the token or a brand
 */
export async function updateToken(
  ctx: OperationContext,
  { reference, changes }: TokenChange,
): Promise<SavedToken> {
  authorize(ctx.principal, 'access:write')
  checkToken(TokenChanges, changes)
  const { brands, new_token, ...fields } = changes
  const made = new_token ? { token: newTokenText() } : {}
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, 'setup')
    const { name } = await findToken(trx, reference)
    const brandIds = await findBrandIds(trx, brands)
    return { ...(await saveToken(ctx, trx, { ...fields, ...made, name, brandIds })), ...made }
  })
}
