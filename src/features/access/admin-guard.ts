import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { crossOrigin, senderOf } from '../../platform/http/same-origin.ts'
import type { Principal } from '../../platform/principal.ts'
import type { Admit } from '../admin-api/index.ts'
import { readCookies } from './browser-sessions/cookie.ts'
import { findSession } from './browser-sessions/find-session.ts'
import type { AccessContext, AccountContext, SignIn } from './context.ts'
import type { ApiToken, ApiUser } from './directory.ts'
import { bearerToken, count, userOf } from './guards.ts'
import type { RateLimit } from './rate-limit/rate-limit.ts'
import { invalidToken } from './sessions/token-signer.ts'
import { digestToken } from './tokens/digest-token.ts'
import { SERVICE_PREFIX } from './tokens/kinds.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How a user who calls the administration has signed in. */
    signIn: SignIn | undefined
  }
}

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/** The endpoints that a user who must set up a second factor may use. */
const OWN_SESSION = /^\/admin\/v1\/sessions?(?:\/|$)/

/** Returns what admits callers of the administration: users and service tokens, by `Authorization` or a cookie. */
export function createAdminGuard(ctx: AccountContext, limit: RateLimit | undefined): Admit {
  return async (request, reply) => {
    const principal = await identify(ctx, request)
    countRequest(limit, principal, reply)
    return principal
  }
}

async function identify(ctx: AccountContext, request: FastifyRequest): Promise<Principal> {
  if (request.headers.authorization === undefined) {
    const { principal, hasSecondFactor, signIn } = await findSession(ctx, cookiesOf(ctx, request))
    request.signIn = signIn
    requireSecondFactor(ctx, request, hasSecondFactor)
    return principal
  }
  const text = bearerToken(request.headers)
  // A notification of a change that came before the request may be read after it, in the same turn of the event loop.
  if (ctx.db.dialect === 'postgres') await nextTurn()
  if (text.startsWith(SERVICE_PREFIX)) return toPrincipal('token', await findServiceToken(ctx, text))
  const user = await findTokenUser(ctx, text, request)
  requireSecondFactor(ctx, request, user.hasSecondFactor)
  return toPrincipal('user', user)
}

/**
 * Returns the values of the session's cookie.
 * @throws AppError AUTHENTICATION_REQUIRED without one; CROSS_ORIGIN for a change that a page of another site may have
 * sent
 */
function cookiesOf({ publicUrl }: AccountContext, request: FastifyRequest): string[] {
  const cookies = readCookies(request.headers.cookie)
  if (cookies.length === 0) {
    throw new AppError(
      'AUTHENTICATION_REQUIRED',
      'Sign in, or send an access token: Authorization: Bearer <token>.',
    )
  }
  if (!SAFE.includes(request.method) && senderOf(request, publicUrl) !== 'own') throw crossOrigin()
  return cookies
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
  request.signIn = { userId: user.id, familyId: session.familyId, expiresAt: null }
  if (user.hasSecondFactor && !session.secondFactor) {
    throw new AppError('SECOND_FACTOR_REQUIRED', 'Log in again with a code of your second factor.')
  }
  return user
}

/** @throws AppError SECOND_FACTOR_REQUIRED where everybody must have one and this user has none */
function requireSecondFactor(ctx: AccountContext, request: FastifyRequest, hasOne: boolean): void {
  if (!ctx.requireSecondFactor || hasOne || OWN_SESSION.test(request.routeOptions.url ?? '')) return
  throw new AppError(
    'SECOND_FACTOR_REQUIRED',
    'Set up a second factor first: /admin/v1/session/second-factor.',
  )
}

function toPrincipal(kind: 'user' | 'token', caller: ApiUser | ApiToken): Principal {
  const { id, permissions, brands, allBrands } = caller
  return { kind, id, permissions, brands, allBrands }
}

function countRequest(limit: RateLimit | undefined, principal: Principal, reply: FastifyReply): void {
  if (limit && 'id' in principal) count(limit, `${principal.kind}:${principal.id} admin`, reply)
}
