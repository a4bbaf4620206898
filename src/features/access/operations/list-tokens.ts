import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { listTokens as listStored } from '../list-queries.ts'
import { type AccessFilter, matching } from '../matching.ts'
import { type TokenView, toTokenView } from '../tokens/find-token.ts'

/** Returns the matching API tokens without their texts, by name. @throws NotFound (NOT_FOUND) for the brand */
export async function listTokens(ctx: OperationContext, filter: AccessFilter): Promise<TokenView[]> {
  authorize(ctx.principal, 'access:read')
  const tokens = await listStored(ctx.db.read)
  return (await matching(ctx.db.read, tokens, filter)).map(toTokenView)
}
