import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Issue, issue } from '../errors.ts'
import type { IdempotentRequest, StoredAnswer } from '../idempotency.ts'
import { JSON_TYPE } from './headers.ts'

/** Of what begins so Fastify makes no other type (RFC 9110 section 8.3.1: two tokens, then perhaps parameters). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t]*(?:;|$)/

/**
 * What the request's `Idempotency-Key` asks to be remembered by; undefined without one. `caller` is `user:7` or
 * `token:3`. Its route has `takesKey`, so that a malformed one does not come here.
 */
export function readIdempotency(request: FastifyRequest, caller: string): IdempotentRequest | undefined {
  const key = keyOf(request)
  return key === undefined ? undefined : { caller, key, fingerprint: fingerprint(request) }
}

/** What is wrong with the request's `Idempotency-Key`, if it has one. */
export function idempotencyKeyIssues(request: FastifyRequest): Issue[] {
  const key = keyOf(request)
  if (key === undefined || /^[ -~]{1,255}$/.test(key)) return []
  return [issue('Idempotency-Key', 'must have 1 to 255 printable ASCII characters')]
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  return headers['idempotency-key'] as string | undefined
}

/** Sends an answer that is known to the byte. */
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
  // Bytes that nobody gave a type, or none that is one, are sent as a stream, whose type Fastify leaves alone.
  return reply.header('content-length', body.length).send(Readable.from([body]))
}

/** A JSON body and its content type, as an answer to keep. */
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
