import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { type Afterwards, joinTransaction } from '../../platform/db/joined.ts'
import type { Issue } from '../../platform/errors.ts'
import { metaWith } from '../../platform/http/envelope.ts'
import { answerOnce } from '../../platform/http/idempotent.ts'
import type { Query } from '../../platform/http/query.ts'
import type { DeclaredStatus } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import { Named } from '../../platform/output-schemas.ts'
import { type Page, PaginationSchema } from '../../platform/paging.ts'
import { authorize, type Principal } from '../../platform/principal.ts'
import { versionOf } from '../../platform/version.ts'
import { dropNulls } from './absent-fields.ts'
import type { AdminApi, Endpoint } from './endpoint.ts'
import { envelope, errors, PREFIX, success } from './envelope.ts'
import { addFile } from './files.ts'
import { NO_QUERY, readQuery } from './query.ts'
import { callerOf, idOf, paramsSchema, SECURITY, versionsOf } from './request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the administration; set before the permission is checked. */
    principal: Principal | undefined
  }
  interface FastifyContextConfig {
    /** Whether the response has an `ETag`; for openapi-admin.json. */
    versioned?: boolean
  }
}

/** Returns who sends a request to the administration. @throws AppError with a status of 401, 403 or 429 */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<Principal>

interface AdminServices {
  db: Db
  clock: Clock
  admit: Admit
  /** @throws AppError CROSS_ORIGIN when a page of another site sends a request that needs no caller */
  refuseOtherSites(request: FastifyRequest): void
}

const PUBLIC = 'public'
/** Parameters that name a record, which may not exist. */
const NAMING = ['brand', 'dealer', 'group']

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
    addFile: (endpoint) => addFile(app, { ...services, admit }, endpoint),
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
        ...(method === 'POST' && body && { preValidation: dropNulls(body) }),
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
          security: endpoint.permission === PUBLIC ? [] : SECURITY,
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

function without(data: unknown, fields: readonly string[]): unknown {
  if (fields.length === 0) return data
  return Object.fromEntries(Object.entries(data as object).filter(([name]) => !fields.includes(name)))
}
