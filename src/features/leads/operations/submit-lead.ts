import type { Static } from 'typebox'
import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  type IdempotentRequest,
  keep,
  replayOrBegin,
  type StoredAnswer,
} from '../../../platform/idempotency.ts'
import { type ApiToken, requireScope } from '../../access/index.ts'
import { consentRecordOf, type Sender } from '../consent-record.ts'
import type { LeadContext } from '../context.ts'
import { toLead } from '../lead.ts'
import { type About, attempted, saved, toBeForwarded } from '../routes/lead-responses.ts'
import type { LeadBody } from '../schemas.ts'
import { findDealerFor } from './assign-dealer.ts'
import { repeatOf, responseOfFirst } from './repeated-lead.ts'
import { type Draft, type SavedLead, saveLeads } from './save-leads.ts'

interface Submission {
  token: ApiToken
  sender: Sender
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
export async function submitLead(ctx: LeadContext, submission: Submission): Promise<Submitted> {
  const { token, sender, body, once } = submission
  const held = ctx.brands.getFresh()
  const brand = (held instanceof Promise ? await held : held).bySlug.get(body.brand)
  if (!brand) throw unknownBrand()
  requireScope(token, 'lead-submission', brand)
  const lead = toLead(body)
  const assignment = await findDealerFor(ctx, lead, brand.id)
  const draft: Draft = { brand, lead, ...assignment, evidence: consentRecordOf(token, sender, body) }
  const keys: Keys = { once, repeat: repeatOf(draft), begun: ctx.clock.now() }
  if (!keys.once && !keys.repeat) {
    return { answer: await forward(ctx, await ctx.saveTogether(draft), keys), replayed: false }
  }
  const work = await ctx.db.write((trx) => saveOnce(ctx, trx, draft, keys))
  if ('answer' in work) return work
  ctx.deliveries.wake()
  return { answer: await forward(ctx, work, keys), replayed: false }
}

/** The fault of a body that names no brand of ours. */
export const UNKNOWN_BRAND = { field: 'brand', message: 'is not the slug of a known brand' }

/** Under what the answer to a lead is kept, for whoever sends it again. */
interface Keys {
  /** The caller's Idempotency-Key. */
  once: IdempotentRequest | undefined
  /** What the lead says. */
  repeat: IdempotentRequest | undefined
  /** When these were seen. */
  begun: Micros
}

/** Saves a lead, unless its request or the lead itself was here before: then the answer that it got. */
async function saveOnce(
  ctx: LeadContext,
  trx: Trx,
  draft: Draft,
  keys: Keys,
): Promise<SavedLead | Submitted> {
  const { once, repeat, begun } = keys
  const stored = once && (await replayOrBegin(trx, once, begun))
  if (stored) return { answer: stored, replayed: true }
  const first = repeat && (await responseOfFirst(trx, repeat, draft, begun))
  if (first) {
    if (once) await keep(trx, once, first, { begun, now: begun })
    return { answer: first, replayed: false }
  }
  const [lead] = await saveLeads(ctx, trx, [draft])
  const provisional = lead!.claim !== undefined
  await keepAnswers(trx, keys, lead!, provisional ? toBeForwarded : saved, { now: begun, provisional })
  return lead!
}

/** Makes the first attempt at the webhook; the attempt and the answers that are kept are recorded together. */
async function forward(ctx: LeadContext, lead: SavedLead, keys: Keys): Promise<StoredAnswer> {
  const about = { leadId: lead.row.id }
  if (!lead.claim) return saved(about)
  ctx.fresh.set(lead.row.id, lead.row)
  try {
    const attempt = await ctx.deliveries.attemptHeld(lead.claim, {
      timeoutMs: ctx.webhookTimeoutMs,
      settled: (trx, made) =>
        keepAnswers(trx, keys, lead, (whom) => attempted(whom, made), { now: ctx.clock.now() }),
    })
    return attempt ? attempted(about, attempt) : toBeForwarded(about)
  } finally {
    ctx.fresh.delete(lead.row.id)
  }
}

async function keepAnswers(
  trx: Trx,
  { once, repeat, begun }: Keys,
  { row }: SavedLead,
  answerTo: (about: About) => StoredAnswer,
  state: { now: number; provisional?: boolean },
): Promise<void> {
  if (once) await keep(trx, once, answerTo({ leadId: row.id }), { begun, ...state })
  if (repeat) await keep(trx, repeat, answerTo({ leadId: row.id, duplicate: true }), { begun, ...state })
}

function unknownBrand(): AppError {
  return new AppError('INVALID_LEAD', `${UNKNOWN_BRAND.field} ${UNKNOWN_BRAND.message}`, {
    issues: [UNKNOWN_BRAND],
  })
}
