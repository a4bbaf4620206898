import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Issue } from '../../platform/errors.ts'
import type { DeclaredStatus } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import type { Principal } from '../../platform/principal.ts'
import type { Expected } from '../../platform/version.ts'

/** Adds endpoints of the administration. */
export interface AdminApi {
  /** The scope of all routes, for those that need more than `add` and `addFile` offer: uploads. */
  app: App
  /** A hook for `onRequest` that admits callers with the permission, and sets `request.principal`. */
  admit(permission: string | null): (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  add<R extends TSchema, Q extends TObject = TObject<{}>, B extends TSchema = TSchema, P = undefined>(
    endpoint: Endpoint<Q, B, R, P>,
  ): void
  /** Adds an endpoint whose response is a file or a stream. */
  addFile<Q extends TObject>(endpoint: FileEndpoint<Q>): void
}

export interface Endpoint<Q extends TObject, B extends TSchema, R extends TSchema, P> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/admin/v1`: `/brands/:id`. */
  path: string
  /** The permission that the caller needs. Null: any signed-in caller; `public`: anybody. */
  permission: string | null
  operationId: string
  tag: string
  summary: string
  query?: Q
  body?: B
  /** Whether a POST ignores `Idempotency-Key`, because it waits for more than its own queries. */
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

/** An endpoint whose response is a file or a stream instead of the envelope. */
export interface FileEndpoint<Q extends TObject>
  extends Pick<
    Endpoint<Q, never, never, never>,
    'path' | 'permission' | 'operationId' | 'tag' | 'summary' | 'query' | 'errors'
  > {
  answer: { description: string; types: string[] }
  /** Whether the endpoint has no HEAD, because its stream lasts as long as what it follows. */
  withoutHead?: boolean
  send(call: Pick<Call<Static<Q>, never>, 'ctx' | 'query' | 'id' | 'reply'>): Promise<FastifyReply>
}

/** The arguments of an endpoint's handler. */
export interface Call<Q, B> {
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
