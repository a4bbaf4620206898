import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { findToken, type TokenView, toTokenView } from '../tokens/find-token.ts'

/** Returns the API token with this name or id, without its text. @throws NotFound (NOT_FOUND) */
export async function showToken({ db, principal }: OperationContext, reference: string): Promise<TokenView> {
  authorize(principal, 'access:read')
  return toTokenView(await findToken(db.read, reference, principal), principal)
}
