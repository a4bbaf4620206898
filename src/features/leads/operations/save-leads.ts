import { createBatcher } from '../../../platform/batcher.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { pipelined } from '../../../platform/db/pipelined.ts'
import type { LeadContext } from '../context.ts'
import type { Draft, SavedLead } from '../draft.ts'
import { mailDelivery, notifiesDealer, webhookDelivery, webhookUrl } from '../lead-deliveries.ts'
import { recordLeadEvents } from '../lead-events.ts'
import { insertLeads, type LeadRow, type NewLead, stateBefore } from '../queries.ts'
import { leadTerms, toIndexed } from '../terms.ts'

const MOST_PER_COMMIT = 64

type SaveContext = Pick<LeadContext, 'db' | 'clock' | 'deliveries'>

/** Returns what saves a lead in a transaction shared with others that arrive at the same time. */
export function createLeadSaver(ctx: SaveContext): LeadContext['saveBatched'] {
  return createBatcher<Draft, SavedLead>(MOST_PER_COMMIT, async (drafts) => {
    const leads = await ctx.db.write((trx) => saveLeads(ctx, trx, drafts))
    ctx.deliveries.wake()
    return leads
  })
}

/** Saves leads and queues their deliveries, with as many statements as one lead takes. */
export async function saveLeads(ctx: SaveContext, trx: Trx, drafts: readonly Draft[]): Promise<SavedLead[]> {
  const start = ctx.clock.now()
  // Each gets its own microsecond, which identifies the row that comes back.
  const news = drafts.map((draft, index) => toNewLead(draft, start + index))
  const ids = new Map((await insertLeads(trx, news)).map(({ id, received_at }) => [received_at, id]))
  const rows = news.map((row): LeadRow => ({ ...row, id: ids.get(row.received_at)! }))

  const forwarded = rows.filter((row, index) => webhookUrl(drafts[index]!.brand, row.contact_category))
  const mailed = rows.filter((_row, index) => notifiesDealer(drafts[index]!))
  const [claims] = await pipelined([
    ctx.deliveries.enqueueClaimedAll(
      trx,
      forwarded.map((row) => webhookDelivery(row.id, row.brand_id)),
    ),
    ctx.deliveries.enqueueAll(
      trx,
      mailed.map((row) => mailDelivery(row.id, row.brand_id)),
    ),
    leadTerms.add(
      trx,
      rows.map((row, index) => toIndexed(row.id, row.brand_id, drafts[index]!.lead)),
    ),
    recordLeadEvents(
      trx,
      rows.map((row, index) => {
        const { brand } = drafts[index]!
        return { at: row.received_at, type: 'lead.received' as const, row, brand }
      }),
    ),
  ])
  const claimOf = new Map(forwarded.map((row, index) => [row, claims[index]]))
  return rows.map((row) => ({ row, claim: claimOf.get(row) }))
}

function toNewLead({ brand, lead, assigned, reason, consent }: Draft, receivedAt: number) {
  return {
    brand_id: brand.id,
    contact_category: lead.contact_category,
    contact_email: lead.contact.contact_email,
    body: JSON.stringify(lead),
    send_to_dealer: lead.send_to_dealer,
    dealer_id: assigned?.dealerId ?? null,
    dealer: assigned ? JSON.stringify(assigned.dealer) : null,
    received_at: receivedAt,
    dealer_reason: reason,
    state: stateBefore({ dealer_id: assigned?.dealerId ?? null }),
    updated_at: receivedAt,
    ...consent,
  } satisfies NewLead
}
