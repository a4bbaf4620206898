import { type Static, Type } from 'typebox'
import { Invalid, issue } from '../../../platform/errors.ts'
import { GivenId } from '../../../platform/input-schemas.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { recordAudit } from '../../audit/index.ts'
import { describeDealer } from '../../locator/index.ts'
import type { LeadAdministration } from '../context.ts'
import { findHeldLead } from '../find-lead.ts'
import { mailDelivery } from '../lead-deliveries.ts'
import { recordStoredLeads } from '../lead-events.ts'
import { changeLead } from '../queries.ts'
import { readLead, type ShownLead } from './show-lead.ts'

export const Assignee = Type.Object({ dealer_id: GivenId }, { additionalProperties: false })

/**
 * Gives a lead to a dealer of its brand, who is notified by e-mail. Returns the lead.
 * @throws NotFound (NOT_FOUND)
 * @throws Invalid (VALIDATION_ERROR) unless it is an active dealer of the lead's brand
 */
export async function assignLead(
  ctx: LeadAdministration,
  { id, ...input }: { id: number } & Static<typeof Assignee>,
): Promise<ShownLead> {
  const { db, clock, principal, deliveries } = ctx
  authorize(principal, 'leads:write')
  const { dealer_id } = parse(Assignee, input)
  await db.write(async (trx) => {
    await db.lock(trx, `lead:${id}`)
    const lead = await findHeldLead(trx, principal, id)
    const dealer = await describeDealer(trx, { brandId: lead.brand_id, dealerId: dealer_id })
    if (!dealer)
      throw new Invalid([issue('dealer_id', "must be that of an active dealer of the lead's brand")])
    const now = clock.now()
    await changeLead(trx, id, {
      dealer_id,
      dealer: JSON.stringify(dealer),
      dealer_reason: 'manual',
      ...(lead.state === 'received' && { state: 'assigned' }),
      updated_at: now,
    })
    await deliveries.enqueueAll(trx, [mailDelivery(id, lead.brand_id)])
    await recordStoredLeads(trx, [id], { at: now, type: 'lead.assigned' })
    // The same dealer again is recorded, too: it is notified again.
    const change = { before: { dealer_id: lead.dealer_id }, after: { dealer_id } }
    await recordAudit(trx, [
      {
        at: now,
        principal,
        action: 'lead.assigned',
        subject: { id, name: null },
        brandId: lead.brand_id,
        change,
      },
    ])
  })
  await deliveries.wakeAll()
  return readLead(ctx, id)
}
