import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db, Trx } from '../db/db.ts'
import { replayOrBegin, storeAnswer } from '../idempotency.ts'
import { jsonAnswer, readIdempotency, sendAnswer } from './idempotency.ts'

/**
 * Does the work of a request with an Idempotency-Key once. Stores the response in the work's transaction, and sends it
 * again to the same request; `work` may return a body without secrets to be `stored`. `admit` receives the stored body,
 * and throws if the caller may no longer see it. Returns whether there was a key: without one, the caller does the work
 * itself.
 */
export async function answerOnce<B extends object>(
  ctx: { db: Db; clock: Clock },
  request: FastifyRequest,
  reply: FastifyReply,
  caller: string,
  work: (trx: Trx) => Promise<{ status: number; body: B; stored?: object }>,
  admit?: (kept: B) => void,
): Promise<boolean> {
  const once = readIdempotency(request, caller)
  if (!once) return false
  const { answer, replayed } = await ctx.db.write(async (trx) => {
    const begun = ctx.clock.now()
    const stored = await replayOrBegin(trx, once, begun)
    if (stored) {
      admit?.(JSON.parse(stored.body.toString()) as B)
      return { answer: stored, replayed: true }
    }
    const { status, body, stored: kept = body } = await work(trx)
    const fresh = jsonAnswer(status, body)
    await storeAnswer(trx, once, jsonAnswer(status, kept), { begun, now: ctx.clock.now() })
    return { answer: fresh, replayed: false }
  })
  // Not returned: a reply is thenable, and awaiting it here would never end.
  sendAnswer(reply, answer, { replayed })
  return true
}
