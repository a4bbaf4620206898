import { createBatcher } from '../../../platform/batcher.ts'
import { toUtcDate } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import type { AttemptResult, Delivery, DeliveryHandler } from '../../deliveries/index.ts'
import type { SyncContext } from '../context.ts'
import { getWarranties, updateWarranty, type WarrantyRow } from '../queries/queries.ts'
import { recordAttempts, recordContacts, recordUnconfigured } from '../queries/sync-queries.ts'
import { isErased } from '../records/contact.ts'
import { toRecord } from '../records/record.ts'
import type { SyncStatus } from '../schemas.ts'
import { sendToCrm } from './send.ts'

/** Warranties that one statement reads. */
const MAX_BATCH = 64
const TIMEOUT_MS = 14_000
const OWNER_ERASED = 'The owner was erased, and HighLevel identifies contacts by their address only.'

/** An attempt's findings about the CRM's contact. */
interface Learned {
  configured: boolean
  /** The owner whom the CRM received. */
  ownerId?: number
  contactId?: string
  differences?: object[]
}

const NOTHING_LEARNED: Learned = { configured: true }

/**
 * Returns the handler that sends a warranty's events to its brand's CRM. Each carries the record as it is when sent.
 */
export function warrantySyncHandler(ctx: SyncContext): DeliveryHandler {
  // Recording an attempt may run more than once.
  const learned = new WeakMap<Delivery, Learned>()
  const get = createBatcher<number, WarrantyRow | undefined>(MAX_BATCH, (ids) =>
    getWarranties(ctx.db.read, ids),
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
        return { ok: false, final: true, error: OWNER_ERASED }
      }
      const message = { id: delivery.messageId, event: delivery.event, occurredAt: delivery.createdAt }
      const record = toRecord(row, brand.name, toUtcDate(ctx.clock.now()))
      const outcome = await sendToCrm(ctx, brand.warrantyCrm, message, record, signal)
      if (outcome.ok) learned.set(delivery, { configured: true, ownerId: row.contact_id, ...outcome })
      if (outcome.unverified) {
        const about = { delivery: delivery.id, reason: outcome.unverified }
        ctx.log.warn(about, 'the contact in the CRM could not be compared with the record')
      }
      return outcome
    },
    async settled(trx, attempts) {
      const results = attempts.map(({ delivery, result }) => ({
        id: delivery.subjectId,
        result,
        ...(learned.get(delivery) ?? NOTHING_LEARNED),
      }))
      const made = results.filter(({ configured }) => configured)
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
      const unconfigured = results.filter(({ configured }) => !configured)
      await recordUnconfigured(
        trx,
        unconfigured.map(({ id }) => id),
      )
      await storeContacts(trx, results)
    },
    // A later event may still be pending. Each carries the full record, so the last one decides.
    async pending(trx, deliveries) {
      for (const { subjectId } of deliveries) await updateWarranty(trx, subjectId, { sync_status: 'pending' })
    },
  }
}

/**
 * Stores what the CRM said about the current owners. Call it when the attempts are recorded: from then on these
 * warranties cannot be transferred until the transaction ends. What it said about earlier owners is dropped.
 */
async function storeContacts(trx: Trx, results: readonly (Learned & { id: number })[]): Promise<void> {
  const informative = results.filter(({ contactId, differences }) => contactId || differences?.length)
  if (informative.length === 0) return
  const rows = await getWarranties(
    trx,
    informative.map(({ id }) => id),
  )
  const current = informative.filter(({ ownerId }, index) => rows[index]?.contact_id === ownerId)
  await recordContacts(
    trx,
    current.map(({ id, contactId, differences }) => ({
      id,
      contactId: contactId ?? null,
      differences: differences?.length ? JSON.stringify(differences) : null,
    })),
  )
}

function statusAfter({ status }: AttemptResult): SyncStatus {
  return status === 'delivered' ? 'synced' : status
}
