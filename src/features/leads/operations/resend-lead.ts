import { type Static, Type } from 'typebox'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { recordAudit } from '../../audit/index.ts'
import { findPendingQueues } from '../../deliveries/index.ts'
import type { LeadAdministration } from '../context.ts'
import { findHeldLead } from '../find-lead.ts'
import { mailDelivery, webhookDelivery, webhookUrl } from '../lead-deliveries.ts'
import { resetStates } from '../queries.ts'
import { readLead, type ShownLead } from './show-lead.ts'

export const Recipient = Type.Object(
  {
    to: Type.Unsafe<'crm' | 'dealer'>({
      type: 'string',
      enum: ['crm', 'dealer'],
      expected: 'must be crm or dealer',
    }),
  },
  { additionalProperties: false },
)

/**
 * Sends a lead again, as a new message: to the brand's CRM, or to the lead's dealer. Returns the lead.
 * @throws NotFound (NOT_FOUND)
 * @throws Conflict (CONFLICT) where there is nobody to send it to, or a delivery to them is pending
 */
export async function resendLead(
  ctx: LeadAdministration,
  { id, ...input }: { id: number } & Static<typeof Recipient>,
): Promise<ShownLead> {
  const { db, clock, principal, deliveries } = ctx
  authorize(principal, 'leads:write')
  const { to } = parse(Recipient, input)
  const { byId } = await ctx.brands.getFresh()
  await db.write(async (trx) => {
    await db.lock(trx, `lead:${id}`)
    const lead = await findHeldLead(trx, principal, id)
    const brand = byId.get(lead.brand_id)!
    if (to === 'crm' && !webhookUrl(brand, lead.contact_category)) {
      throw new Conflict('CONFLICT', `The brand ${brand.slug} has no webhook for this lead.`)
    }
    if (to === 'dealer' && lead.dealer_id === null) {
      throw new Conflict('CONFLICT', `Lead ${id} has no dealer. Assign one first.`)
    }
    const delivery = to === 'crm' ? webhookDelivery(id, lead.brand_id) : mailDelivery(id, lead.brand_id)
    if ((await findPendingQueues(trx, [delivery.queueKey])).size > 0) {
      throw new Conflict('CONFLICT', `A delivery of lead ${id} is already pending.`)
    }
    await deliveries.enqueueAll(trx, [delivery])
    const now = clock.now()
    if (to === 'crm') await resetStates(trx, [id], now)
    await recordAudit(trx, [
      {
        at: now,
        principal,
        action: 'lead.resent',
        subject: { id, name: null },
        brandId: lead.brand_id,
        change: { before: null, after: { to } },
      },
    ])
  })
  await deliveries.wakeAll()
  return readLead(ctx, id)
}
