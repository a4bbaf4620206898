import { createBatcher } from '../../../platform/batcher.ts'
import type { Trx } from '../../../platform/db/db.ts'
import type { Brand } from '../../brands/index.ts'
import type { AttemptResult, Delivery, DeliveryHandler, NewDelivery } from '../../deliveries/index.ts'
import type { SyncContext, WarrantyContext } from '../context.ts'
import type { WarrantyRow } from '../queries/queries.ts'
import * as queries from '../queries/queries.ts'
import { keepContacts, recordAttempts, recordUnconfigured } from '../queries/sync-queries.ts'
import { isErased } from '../records/contact.ts'
import { toRecord } from '../records/record.ts'
import type { SyncStatus } from '../schemas.ts'
import { sendToCrm } from './send.ts'

const LEARNED_NOTHING: Learned = { configured: true }
/** Warranties read in one statement. */
const TOGETHER = 64
const TIMEOUT_MS = 14_000
/** It would make a new contact of nobody. */
const NOBODY_TO_TELL_OF = 'The owner was erased, and HighLevel knows contacts by their address only.'

export type WarrantyEvent = 'warranty.registered' | 'warranty.updated' | 'warranty.transferred'

/** What is owed to the brand's CRM after this event. A warranty's events go one at a time, in order. */
export function syncDelivery(event: WarrantyEvent, warrantyId: number, brandId: number): NewDelivery {
  return { kind: 'warranty_sync', event, brandId, subjectId: warrantyId, queueKey: laneOf(warrantyId) }
}

export function laneOf(warrantyId: number): string {
  return `warranty:${warrantyId}`
}

/** Queues the event for the brand's CRM, if it has one, and says so on the warranty. */
export async function queueSync(
  ctx: WarrantyContext,
  trx: Trx,
  event: WarrantyEvent,
  warrantyId: number,
  brand: Brand | undefined,
): Promise<void> {
  const status: SyncStatus = brand?.warrantyCrm ? 'pending' : 'not_configured'
  await queries.updateWarranty(trx, warrantyId, { sync_status: status, sync_error: null })
  if (brand?.warrantyCrm) await ctx.deliveries.enqueueAll(trx, [syncDelivery(event, warrantyId, brand.id)])
}

interface Learned {
  configured: boolean
  /** The owner whom the CRM was told of. */
  ownerId?: number
  contactId?: string
  differences?: object[]
}

/** Sends a warranty's events to the CRM of its brand: the record as it stands when sent. */
export function warrantySyncHandler(ctx: SyncContext): DeliveryHandler {
  // What was learnt between the attempt and its recording, which may run more than once.
  const learned = new WeakMap<Delivery, Learned>()
  const get = createBatcher<number, WarrantyRow | undefined>(TOGETHER, (ids) =>
    queries.getWarranties(ctx.db.read, ids),
  )

  return {
    timeoutMs: TIMEOUT_MS,
    async send(delivery, { signal }) {
      const brand = (await ctx.brands.getFresh()).byId.get(delivery.brandId)
      if (!brand?.warrantyCrm) {
        learned.set(delivery, { configured: false })
        return { ok: false, final: true, error: 'The brand has no CRM configured.' }
      }
      const row = await get(delivery.subjectId)
      if (!row) throw new Error(`There is no warranty with the id ${delivery.subjectId}.`)
      if (brand.warrantyCrm.type === 'highlevel' && isErased(row)) {
        return { ok: false, final: true, error: NOBODY_TO_TELL_OF }
      }
      const message = { id: delivery.messageId, event: delivery.event, occurredAt: delivery.createdAt }
      const outcome = await sendToCrm(ctx, brand.warrantyCrm, message, toRecord(row, brand.name), signal)
      if (outcome.ok) learned.set(delivery, { configured: true, ownerId: row.contact_id, ...outcome })
      if (outcome.unverified) {
        const about = { delivery: delivery.id, reason: outcome.unverified }
        ctx.log.warn(about, 'what the CRM stores could not be compared with what it was sent')
      }
      return outcome
    },
    async settled(trx, attempts) {
      const lessons = attempts.map(({ delivery, result }) => ({
        id: delivery.subjectId,
        result,
        ...(learned.get(delivery) ?? LEARNED_NOTHING),
      }))
      const { made = [], unmade = [] } = Object.groupBy(lessons, ({ configured }) =>
        configured ? 'made' : 'unmade',
      )
      await recordAttempts(
        trx,
        made.map(({ id, result }) => ({
          id,
          status: statusAfter(result),
          error: result.error,
          at: result.attemptedAt,
          delivered: result.status === 'delivered',
        })),
      )
      await recordUnconfigured(
        trx,
        unmade.map(({ id }) => id),
      )
      await recordContacts(trx, lessons)
    },
    // A later event may still be owed: each carries the whole record, so the last one decides.
    async pending(trx, deliveries) {
      for (const { subjectId } of deliveries) {
        await queries.updateWarranty(trx, subjectId, { sync_status: 'pending' })
      }
    },
  }
}

/**
 * Keeps what was learnt of the owners. To be called when the attempts are recorded: from then on nobody transfers these
 * warranties until the transaction ends. What was learnt of an owner before the present one is forgotten.
 */
async function recordContacts(trx: Trx, lessons: readonly (Learned & { id: number })[]): Promise<void> {
  const telling = lessons.filter(({ contactId, differences }) => contactId || differences?.length)
  if (telling.length === 0) return
  const rows = await queries.getWarranties(
    trx,
    telling.map(({ id }) => id),
  )
  const ofPresent = telling.filter(({ ownerId }, index) => rows[index]?.contact_id === ownerId)
  await keepContacts(
    trx,
    ofPresent.map(({ id, contactId, differences }) => ({
      id,
      contactId: contactId ?? null,
      differences: differences?.length ? JSON.stringify(differences) : null,
    })),
  )
}

function statusAfter({ status }: AttemptResult): SyncStatus {
  return status === 'delivered' ? 'synced' : status
}
