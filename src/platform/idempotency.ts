import { sql } from 'kysely'
import type { Micros } from './clock.ts'
import type { Reader, Trx } from './db/db.ts'
import { AppError } from './errors.ts'

/** How long a stored answer is replayed, in microseconds. */
const KEPT_MICROS = 24 * 3600 * 1_000_000
/** How long a request without its final answer counts as running: as long as a delivery's lease. */
const RUNNING_MICROS = 60 * 1_000_000

/** The rows of one query, each up to a megabyte. */
const PAGE = 100

/** A request with an Idempotency-Key, which may be sent again. */
export interface IdempotentRequest {
  /** The sender: `user:7`, `token:3`. Callers don't see one another's keys. */
  caller: string
  key: string
  /** A hash of the method, URL and body that the key was first used for; see `fingerprint`. */
  fingerprint: string
}

/** A stored response, byte by byte. */
export interface StoredAnswer {
  status: number
  /** Null means no content type, as with 204. */
  contentType: string | null
  /** Further headers of the answer. */
  headers: Record<string, string>
  body: Buffer
}

interface ReplayOptions {
  /** How long the first answer is replayed, in microseconds; by default and at most a day. */
  keptMicros?: Micros
  /** Whether a provisional answer is replayed too, while the first request waits for its final one. */
  provisional?: boolean
}

/**
 * Claims a key. Call it first in the transaction that does the work. Returns null if the work must be done: then call
 * `keep` with its answer. An error undoes both. Otherwise returns the stored answer of the same request. On PostgreSQL
 * a second request waits here until the first one's transaction ends.
 * @throws AppError (IDEMPOTENCY_CONFLICT) when the key was used for another request, or while the first one waits for
 * its final answer
 */
export async function replayOrBegin(
  trx: Trx,
  request: IdempotentRequest,
  now: Micros,
  { keptMicros = KEPT_MICROS, provisional = false }: ReplayOptions = {},
): Promise<StoredAnswer | null> {
  const { caller, key, fingerprint } = request
  const fresh = {
    fingerprint,
    status: 0,
    content_type: null,
    headers: '{}',
    body: Buffer.alloc(0),
    settled_at: null,
    created_at: now,
  }
  const begun = await trx
    .insertInto('idempotency_keys')
    .values({ caller, key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'key'])
        .doUpdateSet(fresh)
        .where('idempotency_keys.created_at', '<=', now - keptMicros),
    )
    .returning('key')
    .executeTakeFirst()
  if (begun) return null

  const first = await trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (first.fingerprint !== fingerprint) {
    throw conflict('This Idempotency-Key was used for another request. Use a new key for a new request.')
  }
  if (!provisional && first.settled_at === null && now - first.created_at < RUNNING_MICROS) {
    throw conflict('The first request with this Idempotency-Key is still running. Try again in a moment.', 1)
  }
  return {
    status: first.status,
    contentType: first.content_type,
    headers: JSON.parse(first.headers) as Record<string, string>,
    body: first.body,
  }
}

/**
 * Stores the answer to a request that `replayOrBegin` claimed at `begun`, unless the claim has expired and another
 * request has claimed the key. A `provisional` answer is replayed only if no final one came, because the process died
 * in between: until then the same request is refused as still running.
 */
export async function storeAnswer(
  trx: Trx,
  { caller, key }: IdempotentRequest,
  answer: StoredAnswer,
  { begun, now, provisional = false }: { begun: Micros; now: Micros; provisional?: boolean },
): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({
      status: answer.status,
      content_type: answer.contentType,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
      settled_at: provisional ? null : now,
    })
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('created_at', '=', begun)
    .execute()
}

/** Deletes one answer: the same request is done again. */
export async function deleteAnswer(
  trx: Trx,
  { caller, key }: Pick<IdempotentRequest, 'caller' | 'key'>,
): Promise<void> {
  await trx.deleteFrom('idempotency_keys').where('caller', '=', caller).where('key', '=', key).execute()
}

/** Deletes expired answers. */
export async function deleteExpiredAnswers(trx: Trx, now: Micros): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', now - KEPT_MICROS)
    .execute()
}

/** Finds answers by their content or key. */
export async function findAnswers(
  reader: Reader,
  isAbout: (answer: {
    caller: string
    key: string
    headers: Record<string, string>
    body: string
  }) => boolean,
): Promise<Pick<IdempotentRequest, 'caller' | 'key'>[]> {
  const found: Pick<IdempotentRequest, 'caller' | 'key'>[] = []
  let after: Pick<IdempotentRequest, 'caller' | 'key'> | undefined
  for (;;) {
    let query = reader.selectFrom('idempotency_keys').select(['caller', 'key', 'headers', 'body'])
    if (after) query = query.where(sql<boolean>`(caller, key) > (${after.caller}, ${after.key})`)
    const rows = await query.orderBy('caller').orderBy('key').limit(PAGE).execute()
    for (const { caller, key, headers, body } of rows) {
      const answer = { caller, key, headers: JSON.parse(headers), body: body.toString() }
      if (isAbout(answer)) found.push({ caller, key })
    }
    if (rows.length < PAGE) return found
    after = rows.at(-1)!
  }
}

/** Deletes these answers, whatever their age: their requests would be done again. */
export async function deleteAnswers(
  trx: Trx,
  keys: readonly Pick<IdempotentRequest, 'caller' | 'key'>[],
): Promise<void> {
  for (const key of keys) await deleteAnswer(trx, key)
}

function conflict(message: string, retryAfter?: number): AppError {
  return new AppError('IDEMPOTENCY_CONFLICT', message, { retryAfter })
}
