import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { checkVersion, type Expected } from '../../../platform/version.ts'
import { recordingRefusals } from '../grants.ts'
import { resolveBrands } from '../resolve-brands.ts'
import { findToken, toTokenView } from '../tokens/find-token.ts'
import { newTokenText } from '../tokens/kinds.ts'
import { refuseTakenName } from '../tokens/refuse-taken-name.ts'
import { type SavedToken, saveToken } from '../tokens/save-token.ts'
import { checkToken, TokenChanges } from '../tokens/token-fields.ts'

interface TokenChange {
  /** The token's name or id. */
  reference: string
  /** Omitted fields keep their values. */
  changes: TokenChanges
  expected?: Expected
}

/**
 * Changes an API token. Brands are given by slug or id.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws NotFound (NOT_FOUND)
 * @throws Outdated (PRECONDITION_FAILED)
 * @throws Forbidden (GRANT_NOT_PERMITTED) for more than the principal holds, before or after the change
 * @throws Conflict (CONFLICT) where another token has the new name
 */
export async function updateToken(
  ctx: OperationContext,
  { reference, changes, expected }: TokenChange,
): Promise<SavedToken> {
  const { principal } = ctx
  authorize(principal, 'access:write')
  checkToken(TokenChanges, changes)
  const { brands, new_token, name: newName, ...fields } = changes
  return recordingRefusals(ctx, () =>
    ctx.db.write(async (trx) => {
      await ctx.db.lock(trx, 'setup')
      const stored = await findToken(trx, reference, principal)
      checkVersion(expected, toTokenView(stored, principal))
      if (newName !== undefined) await refuseTakenName(trx, newName, { principal, except: stored.id })
      const by = { principal, subject: { kind: 'token' as const, id: stored.id } }
      const brandIds = await resolveBrands(trx, by, 'brands', brands)
      const made = new_token ? { token: newTokenText(stored.kind) } : {}
      const next = { ...fields, ...made, name: stored.name, newName, brandIds }
      return { ...(await saveToken(ctx, trx, next)), ...made }
    }),
  )
}
