import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest, onRequestAsyncHookHandler, preValidationHookHandler } from 'fastify'
import type { Micros } from '../../platform/clock.ts'
import type { Scope } from '../access/index.ts'
import { checkSolution, type SolvedChallenge } from './challenge.ts'
import type { WebFormContext } from './context.ts'

/** A field that people don't see and programs fill in. */
const HONEYPOT = 'website_url'
/** Nobody fills in a form sooner. */
const LEAST_MICROS = 2_000_000

declare module 'fastify' {
  interface FastifyRequest {
    /** The solved challenge of a submission with a publishable key; for `useChallenge`. */
    solvedChallenge: SolvedChallenge | undefined
  }
}

/** The options of a route that accepts submissions from web pages. */
export interface FormGuard {
  /** Admits API tokens; with a publishable key, only from a listed origin, within the limits, and with a solved challenge. */
  onRequest: onRequestAsyncHookHandler[]
  /** Refuses bodies with a filled honeypot from publishable keys, and removes an empty one. */
  preValidation: preValidationHookHandler
  /** For the route's `config`. */
  preflight: (origin: string) => Promise<Record<string, string>>
}

/** Returns what guards a route for submissions with this scope. */
export type GuardForm = (scope: Scope) => FormGuard

/**
 * Returns what guards a route for submissions with this scope. Its operation calls `useChallenge` with
 * `request.solvedChallenge`. Submissions with secret tokens pass as they are.
 */
export function createFormGuard(ctx: WebFormContext, scope: Scope): FormGuard {
  return {
    onRequest: [ctx.guards.requireToken(scope), (request) => requireChallenge(ctx, scope, request)],
    preValidation(request, _reply, done) {
      if (isOfPage(request)) checkHoneypot(request)
      done()
    },
    preflight: ctx.guards.preflight('POST', scope),
  }
}

async function requireChallenge(ctx: WebFormContext, scope: Scope, request: FastifyRequest): Promise<void> {
  const key = request.apiToken!
  // The operation refuses what the scope doesn't permit.
  if (!isOfPage(request) || !key.scopes.has(scope)) return
  const { byId } = await ctx.brands.getFresh()
  const [brandId] = key.brands
  if (byId.get(brandId!)?.challenge === false) return
  const payload = request.headers['x-transom-challenge']?.toString()
  const now = ctx.clock.now()
  const solved = checkSolution(payload, { keyId: key.id, secrets: ctx.secrets(), now })
  request.solvedChallenge = solved
  await sleepMicros(solved.issuedAt + LEAST_MICROS - now)
}

/** Waiting costs a quick person nothing, where an error could cost a lead. */
async function sleepMicros(micros: Micros): Promise<void> {
  if (micros > 0) await sleep(micros / 1_000)
}

function checkHoneypot(request: FastifyRequest): void {
  const { body } = request
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, HONEYPOT)) return
  const fields = body as Record<string, unknown>
  const value = fields[HONEYPOT]
  delete fields[HONEYPOT]
  if (value === '' || value === null) return
  const issue = { field: HONEYPOT, message: 'Leave this field empty. It is not for people.' }
  request.bodyIssues = [...(request.bodyIssues ?? []), issue]
}

function isOfPage({ apiToken }: FastifyRequest): boolean {
  return apiToken?.kind === 'publishable'
}
