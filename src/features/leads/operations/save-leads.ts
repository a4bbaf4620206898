import { createBatcher } from '../../../platform/batcher.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { pipelined } from '../../../platform/db/pipelined.ts'
import type { Brand } from '../../brands/index.ts'
import type { Claim } from '../../deliveries/index.ts'
import type { ConsentRecord } from '../consent-record.ts'
import type { LeadContext } from '../context.ts'
import type { Lead } from '../lead.ts'
import { mailDelivery, tellsDealer } from '../mail/dealer-mail.ts'
import { insertLeads, type LeadRow, type NewLead } from '../queries.ts'
import { webhookDelivery, webhookUrl } from '../webhook.ts'
import type { Assignment } from './assign-dealer.ts'

/** A lead that is ready to be saved. */
export interface Draft extends Assignment {
  brand: Brand
  lead: Lead
  evidence: ConsentRecord
}

/** A lead as it was saved. */
export interface SavedLead {
  row: LeadRow
  /** The right to make the first attempt at the webhook; undefined without one. */
  claim: Claim | undefined
}

const TOGETHER = 64

/** Saves a lead in a transaction that it shares with the others that arrive at the same time; then it is on disk. */
export type SaveTogether = (draft: Draft) => Promise<SavedLead>

export function createLeadSaver(ctx: Omit<LeadContext, 'saveTogether'>): SaveTogether {
  return createBatcher<Draft, SavedLead>(TOGETHER, async (drafts) => {
    const leads = await ctx.db.write((trx) => saveLeads(ctx, trx, drafts))
    ctx.deliveries.wake()
    return leads
  })
}

/** Saves leads with what is owed for them to webhooks and dealers, with as many statements as one takes. */
export async function saveLeads(
  ctx: Omit<LeadContext, 'saveTogether'>,
  trx: Trx,
  drafts: readonly Draft[],
): Promise<SavedLead[]> {
  const start = ctx.clock.now()
  // Different moments, by which the rows that come back are known again.
  const news = drafts.map((draft, index) => toNewLead(draft, start + index))
  const ids = new Map((await insertLeads(trx, news)).map(({ id, received_at }) => [received_at, id]))
  const rows = news.map((row): LeadRow => ({ ...row, id: ids.get(row.received_at)! }))

  const forwarded = rows.filter((row, index) => webhookUrl(drafts[index]!.brand, row.contact_category))
  const told = rows.filter((_row, index) => tellsDealer(drafts[index]!))
  const [claims] = await pipelined([
    ctx.deliveries.enqueueHeldAll(
      trx,
      forwarded.map((row) => webhookDelivery(row.id, row.brand_id)),
    ),
    ctx.deliveries.enqueueAll(
      trx,
      told.map((row) => mailDelivery(row.id, row.brand_id)),
    ),
  ])
  const claimOf = new Map(forwarded.map((row, index) => [row, claims[index]]))
  return rows.map((row) => ({ row, claim: claimOf.get(row) }))
}

function toNewLead({ brand, lead, assigned, reason, evidence }: Draft, receivedAt: number) {
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
    ...evidence,
  } satisfies NewLead
}
