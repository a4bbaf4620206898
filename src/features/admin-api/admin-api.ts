import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { type Afterwards, joinTransaction } from '../../platform/db/joined.ts'
import { type Issue, NotFound } from '../../platform/errors.ts'
import { metaWith } from '../../platform/http/envelope.ts'
import { answerOnce } from '../../platform/http/idempotent.ts'
import type { Query } from '../../platform/http/query.ts'
import type { DeclaredStatus } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import { Named } from '../../platform/output-schemas.ts'
import { type Page, PaginationSchema } from '../../platform/paging.ts'
import { authorize, type Principal } from '../../platform/principal.ts'
import { isId } from '../../platform/references.ts'
import { type Expected, versionOf } from '../../platform/version.ts'
import { envelope, errors, PREFIX, success } from './envelope.ts'
import { readQuery } from './query.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls the administration; set before the permission is checked. */
    principal: Principal | undefined
  }
  interface FastifyContextConfig {
    /** Whether the response has an `ETag`; for openapi-admin.json. */
    versioned?: boolean
  }
}

/** Returns who sends a request to the administration. @throws AppError with a status of 401, 403 or 429 */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<Principal>

/** What an endpoint's handler gets. */
interface Call<Q, B> {
  /** The services' `db` and `principal` for this request: spread them into the context of the operation. */
  ctx: { db: Db; clock: Clock; principal: Principal }
  query: Q
  body: B
  /** The number of the path's `:id`. */
  id: number
  /** Other parameters of the path. */
  params: Readonly<Record<string, string>>
  /** The versions that `If-Match` names. */
  expected: Expected
  /** Adds to the response's `meta.warnings`. */
  warn(...warnings: Issue[]): void
  request: FastifyRequest
  reply: FastifyReply
}

interface AdminServices {
  db: Db
  clock: Clock
  admit: Admit
  /** @throws AppError CROSS_ORIGIN when a page of another site sends a request that needs no caller */
  refuseOtherSites(request: FastifyRequest): void
}

interface Endpoint<Q extends TObject, B extends TSchema, R extends TSchema, P> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/admin/v1`: `/brands/:id`. */
  path: string
  /** What the caller must be permitted to do. Null: it is enough to be known; `public`: nobody need be known. */
  permission: string | null
  operationId: string
  tag: string
  summary: string
  query?: Q
  body?: B
  /** Whether a POST ignores `Idempotency-Key`: one that waits for more than its own queries. */
  ignoresKey?: boolean
  /** Whether a request without a body is valid. */
  bodyOptional?: boolean
  /** Returns what else is wrong with a body that may break its schema, too. */
  inspectBody?: (body: unknown) => Issue[]
  /** Root-level text fields of the body that are not trimmed: secrets. */
  untrimmed?: readonly string[]
  /** The response. Its schema describes `data`: of a list, one item. */
  answer: {
    status?: 200 | 201 | 202
    description: string
    data: R
    /** Whether the handler returns a page of these. */
    list?: boolean
    /** Whether the record has an `ETag`, for `If-Match`. */
    versioned?: boolean
    /** Fields that are shown once: a repeated request with the same `Idempotency-Key` doesn't get them. */
    once?: readonly string[]
  }
  /** Error statuses beside those of every endpoint (400, 401, 403, 422, 429). */
  errors?: readonly DeclaredStatus[]
  /**
   * Does what takes long and must not keep a transaction waiting, such as asking a geocoding service: with an
   * `Idempotency-Key`, `handle` runs inside one.
   */
  prepare?(call: Call<Static<Q>, Static<B>>): Promise<P>
  handle(call: Call<Static<Q>, Static<B>>, prepared: P): Promise<unknown>
}

/** Adds endpoints of the administration. */
export interface AdminApi {
  /** The scope of all routes, for those that need more than `add` offers: streams. */
  app: App
  /** A hook for `onRequest` that admits callers with the permission, and sets `request.principal`. */
  admit(permission: string | null): (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  add<R extends TSchema, Q extends TObject = typeof NO_QUERY, B extends TSchema = TSchema, P = undefined>(
    endpoint: Endpoint<Q, B, R, P>,
  ): void
}

const PUBLIC = 'public'
/** Parameters that name a record, which may not exist. */
const NAMING = ['brand', 'dealer', 'group']
const NO_QUERY = Type.Object({}, { additionalProperties: false })

/**
 * Returns what the features add their endpoints to: it admits callers, reads queries, answers repeated requests once,
 * and puts results into the envelope.
 */
export function createAdminApi(app: App, services: AdminServices): AdminApi {
  const { clock } = services
  const admit = (permission: string | null) => async (request: FastifyRequest, reply: FastifyReply) => {
    const principal = await services.admit(request, reply)
    request.principal = principal
    if (permission !== null) authorize(principal, permission)
  }
  const guard = (permission: string | null) =>
    permission === PUBLIC
      ? async (request: FastifyRequest) => services.refuseOtherSites(request)
      : admit(permission)

  return {
    app,
    admit,
    add(endpoint) {
      const { method, path, answer, body, handle } = endpoint
      const { status = 200, list, versioned, once = [] } = answer
      const query = endpoint.query ?? NO_QUERY
      const takesKey = method === 'POST' && endpoint.permission !== PUBLIC && !endpoint.ignoresKey
      const send = (data: unknown, reply: FastifyReply, warnings: readonly Issue[]) => {
        if (versioned) reply.header('etag', `"${versionOf(data as object)}"`)
        if (!list) return success(data, clock.now(), status, { warnings })
        const { items, pagination } = data as Page<unknown>
        return success(items, clock.now(), status, { pagination, warnings })
      }
      app.route({
        method,
        url: `${PREFIX}${path}`,
        onRequest: guard(endpoint.permission),
        config: {
          takesKey,
          versioned: versioned === true,
          ...(endpoint.bodyOptional && { bodyOptional: true }),
          ...(endpoint.untrimmed && { untrimmed: endpoint.untrimmed }),
          ...(endpoint.inspectBody && { inspectBody: endpoint.inspectBody }),
        },
        schema: {
          operationId: endpoint.operationId,
          tags: [endpoint.tag],
          summary: endpoint.summary,
          security: endpoint.permission === PUBLIC ? [] : [{ session: [] }, { bearer: [] }],
          ...paramsSchema(path),
          querystring: query,
          ...(body && { body }),
          response: {
            [status]: envelope(
              answer.description,
              list ? Type.Array(answer.data) : answer.data,
              list ? Named('ListMeta', metaWith({ pagination: PaginationSchema })) : undefined,
            ),
            ...errors(400, 401, 403, 422, 429, ...statusesOf(endpoint)),
          },
        },
        handler: async (request, reply) => {
          const warnings: Issue[] = []
          const call = (db: Db) => ({
            ctx: { db, clock, principal: request.principal! },
            query: readQuery(query, (request.query as Query).params) as never,
            body: request.body as never,
            id: idOf(request),
            params: request.params as Record<string, string>,
            expected: versionsOf(request.headers['if-match']),
            warn: (...more: Issue[]) => void warnings.push(...more),
            request,
            reply,
          })
          reply.status(status)
          const prepared = (await endpoint.prepare?.(call(services.db))) as never
          const sendAlone = async () => send(await handle(call(services.db), prepared), reply, warnings)
          if (!takesKey) return sendAlone()
          const addVersion = ({ data }: { data?: unknown }) => {
            if (versioned) reply.header('etag', `"${versionOf(data as object)}"`)
          }
          const answered = await answerJoined(services, request, reply, addVersion, async (db) => {
            // The transaction may run again.
            warnings.length = 0
            const data = await handle(call(db), prepared)
            return {
              status,
              body: send(data, reply, warnings),
              stored: send(without(data, once), reply, warnings),
            }
          })
          return answered ? reply : sendAlone()
        },
      })
    },
  }
}

/**
 * Does the work of a request with an Idempotency-Key once. Returns false where there is no key. `onReplay` receives the
 * body that is sent again.
 */
async function answerJoined<B extends object>(
  services: { db: Db; clock: Clock },
  request: FastifyRequest,
  reply: FastifyReply,
  onReplay: (body: B) => void,
  work: (db: Db) => Promise<{ status: number; body: B; stored: object }>,
): Promise<boolean> {
  let afterwards: Afterwards = []
  try {
    const once = (trx: Trx) => {
      // The transaction may run again: only the last run's work counts.
      afterwards = []
      return work(joinTransaction(services.db, trx, afterwards))
    }
    return await answerOnce(services, request, reply, callerOf(request), once, onReplay)
  } finally {
    for (const one of afterwards) await one()
  }
}

function statusesOf(
  endpoint: Pick<
    Endpoint<TObject, TSchema, TSchema, never>,
    'method' | 'path' | 'query' | 'answer' | 'errors'
  >,
): DeclaredStatus[] {
  const { method, path, query, answer } = endpoint
  const names = Object.keys(query?.properties ?? {}).some((name) => NAMING.includes(name))
  return [
    ...(endpoint.errors ?? []),
    ...(path.includes(':') || names ? ([404] as const) : []),
    // Also without a body: one that is sent all the same is read.
    ...(method === 'GET' ? [] : ([409, 413, 415] as const)),
    ...(method === 'PATCH' && answer.versioned ? ([412] as const) : []),
  ]
}

function paramsSchema(path: string) {
  const names = path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []))
  if (names.length === 0) return {}
  return {
    params: Type.Object(
      Object.fromEntries(names.map((name) => [name, name === 'id' ? Type.Integer() : Type.String()])),
    ),
  }
}

/** Returns the number of the path's `:id`; 0 without one. @throws NotFound (NOT_FOUND) for a path whose `:id` is no id */
export function idOf({ params }: FastifyRequest): number {
  const { id } = params as { id?: string }
  if (id === undefined) return 0
  if (!isId(id)) throw new NotFound('NOT_FOUND', `"${id}" is not an id. Use the number from \`id\`.`)
  return Number(id)
}

/** Returns the versions in `If-Match` (RFC 9110 section 13.1.1); undefined without one, and for `*`. */
function versionsOf(header: string | undefined): Expected {
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1'),
  )
}

/** Returns who sends a request, for its `Idempotency-Key`. */
export function callerOf({ principal }: FastifyRequest): string {
  return principal && 'id' in principal ? `${principal.kind}:${principal.id}` : 'nobody'
}

function without(data: unknown, fields: readonly string[]): unknown {
  if (fields.length === 0) return data
  return Object.fromEntries(Object.entries(data as object).filter(([name]) => !fields.includes(name)))
}
