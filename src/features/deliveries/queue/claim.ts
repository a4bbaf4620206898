import { randomUUID } from 'node:crypto'
import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { pipelined } from '../../../platform/db/pipelined.ts'
import type { DeliveryContext } from '../context.ts'
import { type Claim, LEASE_MS } from '../delivery.ts'
import * as queries from '../queries/queue-queries.ts'

/** Claims the first delivery of each queue if it is due. Otherwise defers the rest of the queue until then. */
export function claimDue(ctx: DeliveryContext, queueKeys: Iterable<string>): Promise<Claim[]> {
  const distinct = [...new Set(queueKeys)]
  return ctx.db.write(async (trx) => {
    const pending = await lockPending(ctx, trx, distinct)
    const now = ctx.clock.now()
    const due: queries.DeliveryRow[] = []
    for (const rows of pending.values()) {
      const { first, freeAt } = await inspect(ctx, trx, rows, now)
      if (freeAt <= now) due.push(first)
      else if (rows.length > 1) await queries.defer(trx, first, freeAt)
    }
    return claim(ctx, trx, due, { manual: false })
  })
}

/**
 * Claims the first delivery of a queue, due or not; if none is pending and `reopen` is set, the newest failed one.
 * Returns null if there is none, and `busy` if one is being sent.
 */
export function claimNow(
  ctx: DeliveryContext,
  queueKey: string,
  { reopen }: { reopen: boolean },
): Promise<Claim | { busy: queries.DeliveryRow } | null> {
  return ctx.db.write(async (trx) => {
    const rows = (await lockPending(ctx, trx, [queueKey])).get(queueKey)
    if (rows) {
      const { first, busy } = await inspect(ctx, trx, rows, ctx.clock.now())
      if (busy) return { busy: first }
      return (await claim(ctx, trx, [first], { manual: true }))[0]!
    }
    const failed = reopen ? await queries.findNewestFailed(trx, queueKey) : undefined
    return (failed && (await claim(ctx, trx, [failed], { manual: true }))[0]) ?? null
  })
}

/** Locks queues until the transaction ends, and returns their pending deliveries, the oldest first. */
async function lockPending(
  ctx: DeliveryContext,
  trx: Trx,
  queueKeys: readonly string[],
): Promise<Map<string, [queries.DeliveryRow, ...queries.DeliveryRow[]]>> {
  const [, pending] = await pipelined([lockQueues(ctx, trx, queueKeys), queries.findPending(trx, queueKeys)])
  const byQueue = Map.groupBy(pending, (row) => row.lane)
  return byQueue as Map<string, [queries.DeliveryRow, ...queries.DeliveryRow[]]>
}

/** Locks queues until the transaction ends. Call it before claiming from them or advancing them. */
export function lockQueues(
  { db }: Pick<DeliveryContext, 'db'>,
  trx: Trx,
  queueKeys: readonly string[],
): Promise<void> {
  return db.lock(trx, ...queueKeys.map((lane) => `delivery:${lane}`))
}

/** Returns which of a queue's pending deliveries is first, whether it is being sent, and when it may be claimed. */
async function inspect(
  { inFlight }: DeliveryContext,
  trx: Trx,
  rows: [queries.DeliveryRow, ...queries.DeliveryRow[]],
  now: Micros,
) {
  const ours = rows.find((row) => row.lease_until !== null && inFlight.has(row.id))
  if (ours && ours.lease_until! <= now) {
    const until = now + LEASE_MS * 1000
    await queries.extendLease(trx, ours.id, until)
    return { first: ours, busy: true, freeAt: until }
  }
  const busy = rows.find((row) => row.lease_until !== null && row.lease_until > now)
  if (busy) return { first: busy, busy: true, freeAt: busy.lease_until! }
  return { first: rows[0], busy: false, freeAt: rows[0].next_attempt_at }
}

async function claim(
  { clock }: DeliveryContext,
  trx: Trx,
  rows: queries.DeliveryRow[],
  { manual }: { manual: boolean },
): Promise<Claim[]> {
  if (rows.length === 0) return []
  const token = randomUUID()
  const leaseUntil = clock.now() + LEASE_MS * 1000
  const ids = rows.map((row) => row.id)
  const leased = await queries.lease(trx, ids, token, leaseUntil)
  const ours = rows.filter(({ id }) => leased.has(id))
  return ours.map((row) => ({
    delivery: queries.toDelivery(row),
    token,
    leaseUntil,
    attempts: row.attempts,
    step: row.step,
    manual,
    plannedAt: row.status === 'pending' ? row.next_attempt_at : null,
  }))
}
