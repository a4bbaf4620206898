import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { listTokens as listStored } from '../list-queries.ts'
import { type AccessFilter, matching } from '../matching.ts'
import { type TokenView, toTokenView } from '../tokens/find-token.ts'
import type { TokenKind } from '../tokens/kinds.ts'

interface TokenFilter extends AccessFilter {
  kind?: TokenKind | undefined
}

/** Returns the matching API tokens without their texts, by name. @throws NotFound (NOT_FOUND) for the brand */
export async function listTokens(ctx: OperationContext, filter: TokenFilter): Promise<TokenView[]> {
  authorize(ctx.principal, 'access:read')
  const tokens = await matching(ctx, await listStored(ctx.db.read), filter, ({ name }) => name)
  return tokens
    .filter(({ kind }) => filter.kind === undefined || kind === filter.kind)
    .map((token) => toTokenView(token, ctx.principal))
}
