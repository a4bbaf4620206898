import { randomBytes, randomUUID } from 'node:crypto'
import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import type { DeliveryContext } from '../context.ts'
import { type Claim, LEASE_MS, type NewDelivery } from '../delivery.ts'
import { insertDeliveries, toDelivery } from '../queries/queue-queries.ts'

/** Adds deliveries to the outbox in the transaction of what they report. */
export async function enqueueAll(
  ctx: Pick<DeliveryContext, 'clock'>,
  trx: Trx,
  items: readonly NewDelivery[],
): Promise<void> {
  if (items.length === 0) return
  await insertDeliveries(
    trx,
    items.map((item) => newRow(ctx, item)),
  )
}

/** Adds deliveries that the caller attempts itself right after the commit. Returns their claims in the same order. */
export async function enqueueClaimedAll(
  ctx: DeliveryContext,
  trx: Trx,
  items: readonly NewDelivery[],
): Promise<Claim[]> {
  if (items.length === 0) return []
  const rows = items.map((item) => {
    const row = newRow(ctx, item)
    const leaseUntil = row.created_at + LEASE_MS * 1000
    return { ...row, lease_token: randomUUID(), lease_until: leaseUntil, next_attempt_at: leaseUntil }
  })
  const ids = await insertDeliveries(trx, rows)
  return rows.map((row) => ({
    delivery: toDelivery({ ...row, id: ids.get(row.message_id)! }),
    token: row.lease_token,
    leaseUntil: row.lease_until,
    attempts: 0,
    step: 0,
    manual: false,
    plannedAt: null,
  }))
}

/**
 * Returns the time and 80 random bits. Consecutive ids are neighbors in their index, so a commit writes few pages of
 * it; with random ids it would write one page each.
 */
function newMessageId(now: Micros): string {
  return `msg_${now.toString(36).padStart(10, '0')}${randomBytes(10).toString('base64url')}`
}

function newRow({ clock }: Pick<DeliveryContext, 'clock'>, item: NewDelivery) {
  const now = clock.now()
  return {
    kind: item.kind,
    event: item.event,
    brand_id: item.brandId,
    subject_id: item.subjectId,
    lane: item.queueKey,
    message_id: newMessageId(now),
    next_attempt_at: now,
    lease_until: null,
    lease_token: null,
    created_at: now,
    receiver: item.receiver ?? null,
  }
}
