import type { IncomingHttpHeaders } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { ClientOf } from '../../platform/http/client-of.ts'
import type { AccessContext } from './context.ts'
import type { AccessDirectory, ApiToken, ApiUser } from './directory.ts'
import type { Permission, Scope } from './permissions.ts'
import { type RateLimit, takeAll } from './rate-limit/rate-limit.ts'
import { type Claims, invalidToken } from './sessions/token-signer.ts'
import { createTokenGuard, type TokenGuard, type TokenGuardOptions } from './tokens/token-guard.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the warranty interface; set by `requireUser`, even if it then refuses the request. */
    user: ApiUser | undefined
    session: Claims | undefined
  }
}

/** Hooks for `onRequest` that admit callers. */
export interface Guards extends TokenGuard {
  /** Admits a valid access token of an active user who has the permission, if one is named. */
  requireUser(permission?: Permission): Guard
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export function createGuards(
  ctx: AccessContext,
  { limits, clientOf }: { limits: TokenGuardOptions['limits']; clientOf: ClientOf },
): Guards {
  // A notification of a change that came before the request may be read after it, in the same turn of the event loop.
  const notifications = ctx.db.dialect === 'postgres' ? () => nextTurn<void>() : () => undefined

  return {
    ...createTokenGuard(ctx, { limits, clientOf, notifications }),
    requireUser: (permission) => async (request, reply) => {
      const session = ctx.signer.verify('access', bearerToken(request.headers))
      await notifications()
      const user = userOf(session, await ctx.directory.getFresh(), await ctx.revokedFamilies.getFresh())
      request.user = user
      request.session = session
      if (limits.callers) count(limits.callers, nameOf(user), reply)
      if (permission && !user.permissions.has(permission)) {
        throw new AppError('ENDPOINT_NOT_PERMITTED', `This user lacks the permission ${permission}.`)
      }
    },
  }
}

/**
 * Returns the user of the session.
 * @throws INVALID_TOKEN when the session is no longer valid
 */
export function userOf(session: Claims, { users }: AccessDirectory, revoked: ReadonlySet<number>): ApiUser {
  const user = users.get(session.userId)
  if (!user?.active || revoked.has(session.familyId)) throw invalidToken()
  return user
}

export function count(limit: RateLimit, caller: string, reply: FastifyReply): void {
  reply.headers(takeAll([[limit, caller]]))
}

/** Returns the sender of a request, if a guard knew it: `user:7` or `token:3`. */
export function callerOf({ user, apiToken, principal }: FastifyRequest): string | undefined {
  if (principal && 'id' in principal) return `${principal.kind}:${principal.id}`
  const caller = user ?? apiToken
  return caller && nameOf(caller)
}

function nameOf(caller: ApiUser | ApiToken): string {
  return `${isToken(caller) ? 'token' : 'user'}:${caller.id}`
}

function isToken(caller: ApiUser | ApiToken): caller is ApiToken {
  return 'scopes' in caller
}

/** @throws AppError BRAND_NOT_PERMITTED or ENDPOINT_NOT_PERMITTED unless the token has this brand and scope */
export function requireScope(token: ApiToken, scope: Scope, brand: { id: number; slug: string }): void {
  if (!token.scopes.has(scope)) {
    throw new AppError('ENDPOINT_NOT_PERMITTED', `This API token has no access to ${scope}.`)
  }
  if (!token.brands.has(brand.id)) {
    throw new AppError('BRAND_NOT_PERMITTED', `This API token has no access to the brand ${brand.slug}.`)
  }
}

export function bearerToken({ authorization = '' }: IncomingHttpHeaders): string {
  const [, token] = /^Bearer +([^ ].*)$/i.exec(authorization) ?? []
  if (token) return token
  throw new AppError('AUTHENTICATION_REQUIRED', 'Send an access token: Authorization: Bearer <token>.')
}
