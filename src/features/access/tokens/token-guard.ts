import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { subscriberOf } from '../../../platform/client-address.ts'
import { peek } from '../../../platform/db/cached.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ClientOf } from '../../../platform/http/client-of.ts'
import { notFound } from '../../../platform/http/to-app-error.ts'
import type { AccessContext } from '../context.ts'
import type { AccessDirectory, ApiToken } from '../directory.ts'
import type { Scope } from '../permissions.ts'
import { type RateLimit, takeAll } from '../rate-limit/rate-limit.ts'
import { crossOriginHeaders, isExpired, isOriginOfPages, preflightHeaders } from './cross-origin.ts'
import { digestToken } from './digest-token.ts'
import { listsOrigin } from './origins.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The token that calls an interface; set by `requireToken`, even if it then refuses the request. */
    apiToken: ApiToken | undefined
  }
}

/** Admits callers with API tokens. */
export interface TokenGuard {
  /**
   * Returns a hook for `onRequest`. It admits a known API token, counted against its budget: each interface has its own.
   * A publishable key needs a listed `Origin`, is also counted by client, and its responses can be read by the page. The
   * route checks what the token may do, in its interface's order.
   */
  requireToken(budget: Budget): (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /**
   * Returns the token that `requireToken` would admit; undefined where that would wait, or refuse it by a limit.
   * Call it in a later turn of the event loop than the one that the request came in.
   * @throws AppError INVALID_API_TOKEN
   */
  peekToken(request: IncomingMessage, budget: Budget): PeekedToken | undefined
  /** Returns a hook for `onRequest` of what needs no token. It counts the requests of each client. */
  limitClients(budget: string): (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /**
   * Returns a hook for `onRequest` of this server's own pages, with the publishable key in the path as `:key`. It counts
   * the request as `requireToken` does.
   */
  requireKeyOfPage(scope: Scope): (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Returns what answers preflights: pages may send `method` where a publishable key with one of these scopes works. */
  preflight(method: string, ...scopes: Scope[]): (origin: string) => Promise<Record<string, string>>
}

type Budget = Scope | 'challenge' | 'widgets'

interface PeekedToken {
  token: ApiToken
  /** Counts the request as `requireToken` does. Returns the headers that it sets. Call it immediately. */
  count(): Record<string, string>
}

export interface TokenGuardOptions {
  /** The limits of a token's requests, and of each client's with a publishable key. */
  limits: { callers: RateLimit | undefined; clients: RateLimit | undefined }
  clientOf: ClientOf
  /** Waits until notifications that came before the request have been read. */
  notifications(): Promise<void> | undefined
}

export function createTokenGuard(
  ctx: AccessContext,
  { limits, clientOf, notifications }: TokenGuardOptions,
): TokenGuard {
  return {
    requireToken: (budget) => async (request, reply) => {
      requireText(request.headers)
      await notifications()
      const token = tokenOf(request.headers, await ctx.directory.getFresh())
      request.apiToken = token
      reply.headers(pageHeaders(token, request.headers))
      reply.headers(takeAll(budgetsOf(token, request.raw, budget)))
      ctx.tokenUse.note(token.id)
    },
    requireKeyOfPage: (scope) => async (request, reply) => {
      const { key } = request.params as { key: string }
      await notifications()
      const token = (await ctx.directory.getFresh()).tokens.get(digestToken(key))
      const isValid = token?.kind === 'publishable' && !isExpired(token, ctx.clock.now())
      if (!isValid || !token.scopes.has(scope)) throw notFound()
      request.apiToken = token
      reply.headers(takeAll(budgetsOf(token, request.raw, scope)))
      ctx.tokenUse.note(token.id)
    },
    peekToken(request, budget) {
      const directory = peek(ctx.directory.getFresh())
      if (!directory) return undefined
      const token = tokenOf(request.headers, directory)
      const budgets = budgetsOf(token, request, budget)
      if (budgets.some(([limit, caller]) => limit.refuses(caller))) return undefined
      return {
        token,
        count() {
          ctx.tokenUse.note(token.id)
          return { ...pageHeaders(token, request.headers), ...takeAll(budgets) }
        },
      }
    },
    limitClients: (budget) => async (request, reply) => {
      if (limits.clients) reply.headers(takeAll([[limits.clients, `${budget} ${subscriber(request.raw)}`]]))
    },
    preflight:
      (method, ...scopes) =>
      async (origin) => {
        await notifications()
        const asked = { origin, scopes, now: ctx.clock.now() }
        return isOriginOfPages(await ctx.directory.getFresh(), asked) ? preflightHeaders(origin, method) : {}
      },
  }

  /** @throws AppError INVALID_API_TOKEN */
  function tokenOf(headers: IncomingHttpHeaders, { tokens }: AccessDirectory): ApiToken {
    // The look-up is by digest: its duration reveals nothing about the token.
    const token = tokens.get(digestToken(requireText(headers)))
    if (!token || token.kind === 'service' || isExpired(token, ctx.clock.now())) {
      throw new AppError('INVALID_API_TOKEN', 'The API token is unknown, expired or revoked.')
    }
    if (token.kind === 'publishable' && !listsOrigin(token.origins, headers.origin)) {
      throw new AppError(
        'INVALID_API_TOKEN',
        'This publishable key works only on web pages whose origin it lists.',
      )
    }
    return token
  }

  /** Returns the client's address; of IPv6, its /64. */
  function subscriber(request: IncomingMessage): string {
    return subscriberOf(clientOf(request))
  }

  /** A busy locator never blocks a lead, nor one visitor the others. */
  function budgetsOf(token: ApiToken, request: IncomingMessage, budget: Budget): [RateLimit, string][] {
    const budgets: [RateLimit, string][] = []
    const caller = `token:${token.id} ${budget}`
    if (limits.callers) budgets.push([limits.callers, caller])
    if (limits.clients && token.kind === 'publishable') {
      budgets.push([limits.clients, `${caller} ${subscriber(request)}`])
    }
    return budgets
  }
}

function pageHeaders({ kind }: ApiToken, { origin }: IncomingHttpHeaders): Record<string, string> {
  return kind === 'publishable' ? crossOriginHeaders(origin!) : {}
}

/** Returns the text of the token that a request has. @throws AppError INVALID_API_TOKEN */
function requireText({ 'x-api-token': given }: IncomingHttpHeaders): string {
  if (typeof given === 'string' && given !== '') return given
  throw new AppError('INVALID_API_TOKEN', 'Send your API token in the header X-API-Token.')
}
