import type { Static } from 'typebox'
import type { Trx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type IdempotentRequest, keep, replayOrBegin, type StoredAnswer } from '../../platform/idempotency.ts'
import { type ApiToken, requireScope } from '../access/index.ts'
import type { Brand } from '../brands/index.ts'
import type { Attempt, Claim } from '../deliveries/index.ts'
import { forwarded, notForwarded, saved } from './answers.ts'
import { type AssignedDealer, findDealerFor } from './assign-dealer.ts'
import type { LeadContext } from './context.ts'
import { mailDelivery, mailsDealer } from './dealer-mail.ts'
import { webhookDelivery, webhookUrl } from './forward-lead.ts'
import { type Lead, toLead } from './lead.ts'
import { insertLead } from './queries.ts'
import type { LeadBody } from './schemas.ts'

interface Submission {
  token: ApiToken
  body: Static<typeof LeadBody>
  /** Set when the request may be sent again. */
  once: IdempotentRequest | undefined
}

interface Submitted {
  answer: StoredAnswer
  replayed: boolean
}

/**
 * Saves a lead, then forwards it to the brand's webhook if there is one for it, and answers what came of that.
 * Once it is saved, nothing that happens to it later is the caller's concern: it is never asked to send again.
 * Throws INVALID_LEAD for an unknown brand, and what `requireScope` and `replayOrBegin` throw.
 */
export async function submitLead(ctx: LeadContext, { token, body, once }: Submission): Promise<Submitted> {
  const brand = (await ctx.brands.current()).bySlug.get(body.brand)
  if (!brand) throw unknownBrand()
  requireScope(token, 'lead-submission', brand)
  const lead = toLead(body)
  const assigned = await findDealerFor(ctx, lead, brand.id)
  const work = await ctx.db.write(async (trx) => {
    const stored = once && (await replayOrBegin(trx, once, ctx.clock.now()))
    return stored ? { stored } : save(ctx, trx, { brand, lead, assigned, once })
  })
  if ('stored' in work) return { answer: work.stored, replayed: true }
  ctx.deliveries.wake()
  const answer = work.claim ? await forward(ctx, work.leadId, work.claim, once) : work.answer
  return { answer, replayed: false }
}

/** The fault of a body that names no brand of ours. */
export const UNKNOWN_BRAND = { field: 'brand', message: 'is not the slug of a known brand' }

interface NewLead {
  brand: Brand
  lead: Lead
  assigned: AssignedDealer | null
  once: IdempotentRequest | undefined
}

async function save(ctx: LeadContext, trx: Trx, { brand, lead, assigned, once }: NewLead) {
  const now = ctx.clock.now()
  const leadId = await insertLead(trx, {
    brand_id: brand.id,
    contact_category: lead.contact_category,
    contact_email: lead.contact.contact_email,
    body: JSON.stringify(lead),
    send_to_dealer: lead.send_to_dealer,
    dealer_id: assigned?.dealerId ?? null,
    dealer: assigned ? JSON.stringify(assigned.dealer) : null,
    received_at: now,
  })
  const hasWebhook = webhookUrl(brand, lead.contact_category) !== undefined
  const claim = hasWebhook
    ? await ctx.deliveries.enqueueHeld(trx, webhookDelivery(leadId, brand.id))
    : undefined
  if (mailsDealer(ctx, lead, assigned)) {
    await ctx.deliveries.enqueue(trx, mailDelivery(leadId, brand.id))
  }
  const answer = claim ? notForwarded(leadId, { willBeTried: true }) : saved(leadId)
  if (once) await keep(trx, once, answer, { now, provisional: claim !== undefined })
  return { leadId, claim, answer }
}

/** Makes the first attempt at the webhook; the attempt and the answer that is kept are recorded together. */
async function forward(
  ctx: LeadContext,
  leadId: number,
  claim: Claim,
  once: IdempotentRequest | undefined,
): Promise<StoredAnswer> {
  const answerTo = ({ outcome, result }: Attempt) =>
    outcome.ok
      ? forwarded(leadId, outcome.answer)
      : notForwarded(leadId, { willBeTried: result.status === 'pending' })
  const attempt = await ctx.deliveries.attemptHeld(claim, {
    timeoutMs: ctx.webhookTimeoutMs,
    async settled(trx, made) {
      if (once) await keep(trx, once, answerTo(made), { now: ctx.clock.now() })
    },
  })
  return attempt ? answerTo(attempt) : notForwarded(leadId, { willBeTried: true })
}

function unknownBrand(): AppError {
  return new AppError('INVALID_LEAD', `${UNKNOWN_BRAND.field} ${UNKNOWN_BRAND.message}`, {
    faults: [UNKNOWN_BRAND],
  })
}
