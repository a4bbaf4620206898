import createClient from 'openapi-fetch'
import type { components, paths } from '../../../.cache/openapi/admin.ts'
import { reportAway, reportSignedOut } from './connection.ts'

export type { paths } from '../../../.cache/openapi/admin.ts'

/** The records of the administration: `Schemas['Warranty']`. */
export type Schemas = components['schemas']

/** One field of a request that the server refuses. */
export interface Issue {
  field: string
  message: string
}

/** An error of the server. `status` is 0 if it could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: readonly Issue[]
  readonly requestId: string | null

  constructor(
    message: string,
    init: { status: number; code: string; issues?: readonly Issue[]; requestId?: string | null },
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = init.status
    this.code = init.code
    this.issues = init.issues ?? []
    this.requestId = init.requestId ?? null
  }
}

const SIGNED_OUT = ['AUTHENTICATION_REQUIRED', 'INVALID_TOKEN', 'TOKEN_EXPIRED']

/** Calls `/admin/v1`. Wrap calls in `unwrap`, or read with `read` of queries.ts. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: fetchOrReport })

/**
 * Returns the body of a successful response, and its `ETag`.
 * @throws ApiError otherwise
 */
export async function unwrap<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T & { etag: string | null }> {
  const { data, error, response } = await call
  if (!response.ok || data === undefined) {
    const refusal = errorOf(response, error)
    if (isSignedOut(refusal)) reportSignedOut()
    throw refusal
  }
  return { ...data, etag: response.headers.get('etag') }
}

/** Returns whether an error says that the person's session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && SIGNED_OUT.includes(error.code)
}

/** Returns the header that makes a change fail when somebody else changed the record meanwhile. */
export function ifMatch(etag: string | null): Record<string, string> {
  return etag === null ? {} : { 'If-Match': etag }
}

/** Returns what a response refuses. `body` is its parsed body. */
export function errorOf(response: Response, body: unknown): ApiError {
  const { error } = (body ?? {}) as { error?: { code?: string; message?: string; details?: Issue[] } }
  return new ApiError(error?.message ?? `The server answered ${response.status}.`, {
    status: response.status,
    code: error?.code ?? 'UNKNOWN',
    ...(error?.details && { issues: error.details }),
    requestId: response.headers.get('x-request-id'),
  })
}

async function fetchOrReport(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    if (response.status === 502 || response.status === 504) reportAway()
    return response
  } catch (error) {
    if (request.signal.aborted) throw error
    throw unreachable()
  }
}

/** Reports that the server is away. Returns the error that says so. */
export function unreachable(): ApiError {
  reportAway()
  return new ApiError('The server can’t be reached.', { status: 0, code: 'UNREACHABLE' })
}
