import { Type } from 'typebox'
import { ListQuery, pageOf } from '../../../../platform/paging.ts'
import type { AdminApi } from '../../../admin-api/index.ts'
import { ACCESS_FILTERS } from '../../access-filters.ts'
import { listTokens } from '../../operations/list-tokens.ts'
import { TokenRecord } from '../../records.ts'
import { TOKEN_KINDS, type TokenKind } from '../../tokens/kinds.ts'

export function addListTokens(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/tokens',
    permission: 'access:read',
    operationId: 'listTokens',
    tag: 'tokens',
    summary: 'List tokens without their texts, by name',
    query: ListQuery({
      ...ACCESS_FILTERS,
      kind: Type.Optional(Type.Unsafe<TokenKind>({ type: 'string', enum: TOKEN_KINDS })),
    }),
    answer: { description: 'A page of tokens', data: TokenRecord, list: true },
    handle: async ({ ctx, query }) => pageOf(await listTokens(ctx, query), query),
  })
}
