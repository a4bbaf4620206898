import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { findToken, type TokenView, toTokenView } from './find-token.ts'
import { saveTokens, type TokenInput } from './save-tokens.ts'

/** A saved token; with its text if that was generated, because it cannot be retrieved later. */
export type SavedToken = TokenView & { token?: string }

/** Saves one token and returns it. @throws Invalid (VALIDATION_ERROR) */
export async function saveToken(ctx: OperationContext, trx: Trx, input: TokenInput): Promise<SavedToken> {
  const { tokens, issues } = await saveTokens(ctx, trx, [input])
  const [saved] = tokens
  if (!saved) throw new Invalid(issues.map(({ field, message }) => ({ field, message })))
  const token = toTokenView(await findToken(trx, `id:${saved.id}`), ctx.principal)
  return saved.made === undefined ? token : { ...token, token: saved.made }
}
