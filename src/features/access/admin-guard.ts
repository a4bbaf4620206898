import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Principal } from '../../platform/principal.ts'
import type { Admit } from '../admin-api/index.ts'
import type { AccessContext } from './context.ts'
import type { ApiToken, ApiUser } from './directory.ts'
import { bearerToken, count, digestToken, userOf } from './guards.ts'
import type { RateLimit } from './rate-limit/rate-limit.ts'
import { invalidToken } from './sessions/token-signer.ts'
import { SERVICE_PREFIX } from './tokens/save-tokens.ts'

/** Returns what admits callers of the administration: users and service tokens, by `Authorization`. */
export function createAdminGuard(ctx: AccessContext, limit: RateLimit | undefined): Admit {
  return async (request, reply) => {
    const text = bearerToken(request.headers)
    // A notification of a change that came before the request may be read after it, in the same turn of the event loop.
    if (ctx.db.dialect === 'postgres') await nextTurn()
    const principal = text.startsWith(SERVICE_PREFIX)
      ? toPrincipal('token', await findServiceToken(ctx, text))
      : toPrincipal('user', await findTokenUser(ctx, text, request))
    countRequest(limit, principal, reply)
    return principal
  }
}

async function findServiceToken(ctx: AccessContext, text: string): Promise<ApiToken> {
  const token = (await ctx.directory.getFresh()).tokens.get(digestToken(text))
  if (token?.kind !== 'service') throw invalidToken()
  if (token.expiresAt !== null && token.expiresAt <= ctx.clock.now()) {
    throw new AppError('TOKEN_EXPIRED', 'The service token has expired.')
  }
  ctx.tokenUse.note(token.id)
  return token
}

async function findTokenUser(ctx: AccessContext, text: string, request: FastifyRequest): Promise<ApiUser> {
  const session = ctx.signer.verify('access', text)
  const user = userOf(session, await ctx.directory.getFresh(), await ctx.revokedFamilies.getFresh())
  request.user = user
  if (user.hasSecondFactor && !session.secondFactor) {
    throw new AppError('SECOND_FACTOR_REQUIRED', 'Log in again with a code of your second factor.')
  }
  return user
}

function toPrincipal(kind: 'user' | 'token', caller: ApiUser | ApiToken): Principal {
  const { id, permissions, brands, allBrands } = caller
  return { kind, id, permissions, brands, allBrands }
}

function countRequest(limit: RateLimit | undefined, principal: Principal, reply: FastifyReply): void {
  if (limit && 'id' in principal) count(limit, `${principal.kind}:${principal.id} admin`, reply)
}
