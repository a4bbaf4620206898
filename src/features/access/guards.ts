import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { peek } from '../../platform/db/cached.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccessContext } from './context.ts'
import type { AccessDirectory, ApiToken, ApiUser } from './directory.ts'
import type { Permission, Scope } from './permissions.ts'
import type { RateLimit } from './rate-limit/rate-limit.ts'
import { type Claims, invalidToken } from './sessions/token-signer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls the warranty interface; set by `requireUser`, also of whom it then refuses. */
    user: ApiUser | undefined
    session: Claims | undefined
    /** Which token calls the locator or the lead interface; set by `requireToken` in the same way. */
    apiToken: ApiToken | undefined
  }
}

/** Who may come in. */
export interface Guards {
  /** A live access token of an active user, who may use the endpoint if one is named. A hook for `onRequest`. */
  requireUser(permission?: Permission): Guard
  /**
   * A known API token, counted against its budget for the interface; what it may do is the route's to check, in its
   * interface's order.
   */
  requireToken(scope: Scope): Guard
  /**
   * Whom `requireToken` would let in, for a quick route; undefined for all else. The request came in an earlier
   * turn of the event loop.
   */
  tokenAtOnce(request: IncomingMessage, scope: Scope): ApiToken | undefined
  /** The same of `requireUser`, which has more to tell of those whom it would not let in. */
  userAtOnce(request: IncomingMessage, permission: Permission): ApiUser | undefined
  /**
   * Counts a request that a quick route answers; answers the headers, in turn, that say so. Undefined where the limit
   * is used up by now: the request is the route's, which refuses it and counts that.
   */
  countAtOnce(caller: ApiToken | ApiUser, scope?: Scope): readonly string[] | undefined
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export function createGuards(ctx: AccessContext, limit: RateLimit | undefined): Guards {
  // Word of a change that came before the request may be read after it, in the same turn of the event loop.
  const news = ctx.db.dialect === 'postgres' ? () => nextTurn() : () => undefined

  // A connection mostly sends the same token over and over.
  const digests = new WeakMap<Socket, { token: string; digest: string }>()

  function digestOn(socket: Socket, token: string): string {
    const last = digests.get(socket)
    if (last?.token === token) return last.digest
    const digest = digestToken(token)
    digests.set(socket, { token, digest })
    return digest
  }

  return {
    requireUser: (permission) => async (request, reply) => {
      const session = ctx.signer.verify('access', bearerToken(request.headers))
      await news()
      const user = userOf(session, await ctx.directory.getFresh(), await ctx.revokedFamilies.getFresh())
      request.user = user
      request.session = session
      if (limit) count(limit, nameOf(user), reply)
      if (permission && !user.permissions.has(permission)) {
        throw new AppError('ENDPOINT_NOT_PERMITTED', `This user lacks the permission ${permission}.`)
      }
    },
    requireToken: (scope) => async (request, reply) => {
      const given = request.headers['x-api-token']
      if (typeof given !== 'string' || given === '') {
        throw new AppError('INVALID_API_TOKEN', 'Send your API token in the header X-API-Token.')
      }
      await news()
      const { tokens } = await ctx.directory.getFresh()
      // Looked up by digest: how long it takes tells nothing about the token.
      const token = tokens.get(digestToken(given))
      if (!token) throw new AppError('INVALID_API_TOKEN', 'The API token is unknown or revoked.')
      request.apiToken = token
      if (limit) count(limit, budgetOf(token, scope), reply)
      ctx.tokenUse.note(token.id)
    },
    tokenAtOnce({ headers, socket }, scope) {
      const given = headers['x-api-token']
      if (typeof given !== 'string' || given === '') return undefined
      const token = peek(ctx.directory.getFresh())?.tokens.get(digestOn(socket, given))
      return token && limit?.refuses(budgetOf(token, scope)) ? undefined : token
    },
    userAtOnce({ headers }, permission) {
      const session = ctx.signer.verify('access', bearerToken(headers))
      const directory = peek(ctx.directory.getFresh())
      const revoked = peek(ctx.revokedFamilies.getFresh())
      const user = directory && revoked && userOf(session, directory, revoked)
      return user && (limit?.refuses(nameOf(user)) || !user.permissions.has(permission)) ? undefined : user
    },
    countAtOnce(caller, scope) {
      const budget = budgetOf(caller, scope)
      if (limit?.refuses(budget)) return undefined
      const headers = limit ? ['ratelimit', limit.take(budget), 'ratelimit-policy', limit.policy] : []
      if (isToken(caller)) ctx.tokenUse.note(caller.id)
      return headers
    },
  }
}

/** Whose session it is. Throws INVALID_TOKEN when it counts no more. */
function userOf(session: Claims, { users }: AccessDirectory, revoked: ReadonlySet<number>): ApiUser {
  const user = users.get(session.userId)
  if (!user?.active || revoked.has(session.familyId)) throw invalidToken()
  return user
}

function count(limit: RateLimit, caller: string, reply: FastifyReply): void {
  reply.header('ratelimit', limit.take(caller)).header('ratelimit-policy', limit.policy)
}

/** Who sent a request, where a guard knew the token: `user:7` or `token:3`. */
export function callerOf({ user, apiToken }: FastifyRequest): string | undefined {
  const caller = user ?? apiToken
  return caller && nameOf(caller)
}

function nameOf(caller: ApiUser | ApiToken): string {
  return `${isToken(caller) ? 'token' : 'user'}:${caller.id}`
}

/** Returns what a request is counted by: a token has a budget for each interface, a user is in one interface only. */
function budgetOf(caller: ApiUser | ApiToken, scope: Scope | undefined): string {
  return scope ? `${nameOf(caller)} ${scope}` : nameOf(caller)
}

function isToken(caller: ApiUser | ApiToken): caller is ApiToken {
  return 'scopes' in caller
}

/** The form in which API tokens are stored. They have 128 random bits or more, so a plain digest is enough. */
export function digestToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** Whether the token opens this interface for this brand; else BRAND_NOT_PERMITTED or ENDPOINT_NOT_PERMITTED. */
export function requireScope(token: ApiToken, scope: Scope, brand: { id: number; slug: string }): void {
  if (!token.scopes.has(scope)) {
    throw new AppError('ENDPOINT_NOT_PERMITTED', `This API token has no access to ${scope}.`)
  }
  if (!token.brands.has(brand.id)) {
    throw new AppError('BRAND_NOT_PERMITTED', `This API token has no access to the brand ${brand.slug}.`)
  }
}

function bearerToken({ authorization = '' }: IncomingHttpHeaders): string {
  const [, token] = /^Bearer +([^ ].*)$/i.exec(authorization) ?? []
  if (token) return token
  throw new AppError('AUTHENTICATION_REQUIRED', 'Send an access token: Authorization: Bearer <token>.')
}
