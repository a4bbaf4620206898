import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Issue, issue } from '../errors.ts'
import type { IdempotentRequest, StoredAnswer } from '../idempotency.ts'
import { JSON_TYPE } from './headers.ts'

/** Content types that Fastify leaves unchanged (RFC 9110 section 8.3.1: two tokens, then optional parameters). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t]*(?:;|$)/

/**
 * Returns how the request is recognized by its `Idempotency-Key`; undefined without one. `caller` is `user:7` or
 * `token:3`. Its route has `takesKey`, so the key has been checked.
 */
export function readIdempotency(request: FastifyRequest, caller: string): IdempotentRequest | undefined {
  const key = keyOf(request)
  return key === undefined ? undefined : { caller, key, fingerprint: fingerprint(request) }
}

/** Returns the issues of the request's `Idempotency-Key`, if it has one. */
export function idempotencyKeyIssues(request: FastifyRequest): Issue[] {
  const key = keyOf(request)
  if (key === undefined || /^[ -~]{1,255}$/.test(key)) return []
  return [issue('Idempotency-Key', 'must have 1 to 255 printable ASCII characters')]
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  return headers['idempotency-key'] as string | undefined
}

/** Sends a stored response, byte by byte. */
export function sendAnswer(
  reply: FastifyReply,
  answer: StoredAnswer,
  { replayed = false } = {},
): FastifyReply {
  const { status, contentType, headers, body } = answer
  reply.status(status).headers(headers)
  if (replayed) reply.header('idempotency-replayed', 'true')
  if (contentType !== null) reply.header('content-type', contentType)
  if (body.length === 0) return reply.send()
  if (contentType !== null && MEDIA_TYPE.test(contentType)) return reply.send(body)
  // Fastify would add a type to bytes without a valid one, but leaves streams unchanged.
  return reply.header('content-length', body.length).send(Readable.from([body]))
}

/** Returns a JSON response to store. */
export function jsonAnswer(status: number, body: object, headers: Record<string, string> = {}): StoredAnswer {
  return {
    status,
    contentType: JSON_TYPE,
    headers,
    body: Buffer.from(JSON.stringify(body)),
  }
}

function fingerprint({ method, url, rawBody }: FastifyRequest): string {
  return createHash('sha256')
    .update(`${method} ${url}\n`)
    .update(rawBody ?? '')
    .digest('hex')
}
