import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { peek } from '../../platform/db/cached.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccessContext } from './context.ts'
import type { AccessDirectory, ApiToken, ApiUser } from './directory.ts'
import type { Permission, Scope } from './permissions.ts'
import type { RateLimit } from './rate-limit/rate-limit.ts'
import { type Claims, invalidToken } from './sessions/token-signer.ts'
import { listsOrigin } from './tokens/origins.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the warranty interface; set by `requireUser`, even if it then refuses the request. */
    user: ApiUser | undefined
    session: Claims | undefined
    /** The token that calls the locator or the lead interface; set by `requireToken` in the same way. */
    apiToken: ApiToken | undefined
  }
}

/** Hooks for `onRequest` that admit callers. */
export interface Guards {
  /** Admits a valid access token of an active user who has the permission, if one is named. */
  requireUser(permission?: Permission): Guard
  /**
   * Admits a known API token, counted against its budget for the interface. The route checks what it may do, in its
   * interface's order.
   */
  requireToken(scope: Scope): Guard
  /**
   * Returns the token that `requireToken` would admit; undefined where that would wait, or refuse it by its rate limit.
   * Call it in a later turn of the event loop than the one that the request came in.
   * @throws AppError INVALID_API_TOKEN
   */
  peekToken(headers: IncomingHttpHeaders, scope: Scope): PeekedToken | undefined
}

interface PeekedToken {
  token: ApiToken
  /** Counts the request as `requireToken` does. Returns the headers of the limit. Call it immediately. */
  count(): Record<string, string>
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export function createGuards(ctx: AccessContext, limit: RateLimit | undefined): Guards {
  // A notification of a change that came before the request may be read after it, in the same turn of the event loop.
  const notifications = ctx.db.dialect === 'postgres' ? () => nextTurn() : () => undefined

  return {
    requireUser: (permission) => async (request, reply) => {
      const session = ctx.signer.verify('access', bearerToken(request.headers))
      await notifications()
      const user = userOf(session, await ctx.directory.getFresh(), await ctx.revokedFamilies.getFresh())
      request.user = user
      request.session = session
      if (limit) count(limit, nameOf(user), reply)
      if (permission && !user.permissions.has(permission)) {
        throw new AppError('ENDPOINT_NOT_PERMITTED', `This user lacks the permission ${permission}.`)
      }
    },
    requireToken: (scope) => async (request, reply) => {
      requireText(request.headers)
      await notifications()
      const token = tokenOf(request.headers, await ctx.directory.getFresh())
      request.apiToken = token
      if (limit) count(limit, budgetOf(token, scope), reply)
      ctx.tokenUse.note(token.id)
    },
    peekToken(headers, scope) {
      const directory = peek(ctx.directory.getFresh())
      if (!directory) return undefined
      const token = tokenOf(headers, directory)
      if (limit?.refuses(budgetOf(token, scope))) return undefined
      return {
        token,
        count() {
          ctx.tokenUse.note(token.id)
          return limit ? countedHeaders(limit, budgetOf(token, scope)) : {}
        },
      }
    },
  }

  /** @throws AppError INVALID_API_TOKEN */
  function tokenOf(headers: IncomingHttpHeaders, { tokens }: AccessDirectory): ApiToken {
    // The look-up is by digest: its duration reveals nothing about the token.
    const token = tokens.get(digestToken(requireText(headers)))
    if (!token || token.kind === 'service' || (token.expiresAt ?? Infinity) <= ctx.clock.now()) {
      throw new AppError('INVALID_API_TOKEN', 'The API token is unknown, expired or revoked.')
    }
    if (token.kind === 'publishable' && !listsOrigin(token.origins, headers.origin)) {
      throw new AppError(
        'INVALID_API_TOKEN',
        'This publishable key works only on the web pages that list it.',
      )
    }
    return token
  }
}

/** Returns the text of the token that a request has. @throws AppError INVALID_API_TOKEN */
function requireText({ 'x-api-token': given }: IncomingHttpHeaders): string {
  if (typeof given === 'string' && given !== '') return given
  throw new AppError('INVALID_API_TOKEN', 'Send your API token in the header X-API-Token.')
}

/** Each interface has its own budget: a busy locator never blocks a lead. */
function budgetOf(token: ApiToken, scope: Scope): string {
  return `${nameOf(token)} ${scope}`
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
  reply.headers(countedHeaders(limit, caller))
}

/** Counts a request. Returns the headers of the limit. @throws AppError RATE_LIMITED */
function countedHeaders(limit: RateLimit, caller: string) {
  return { ratelimit: limit.take(caller), 'ratelimit-policy': limit.policy }
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

/** Returns the stored form of an API token. Tokens have 128 random bits or more, so a plain digest is enough. */
export function digestToken(token: string): string {
  return hash('sha256', token, 'hex')
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
