import type { Static } from 'typebox'
import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { Invalid, type Issue } from '../../../platform/errors.ts'
import {
  type IdempotentRequest,
  replayOrBegin,
  type StoredAnswer,
  storeAnswer,
} from '../../../platform/idempotency.ts'
import { type ApiToken, requireScope } from '../../access/index.ts'
import type { Attempt } from '../../deliveries/index.ts'
import { type SolvedChallenge, useChallenge } from '../../web-forms/index.ts'
import { consentRecordOf, type Sender } from '../consent-record.ts'
import type { LeadContext } from '../context.ts'
import type { Draft, SavedLead } from '../draft.ts'
import { toLead } from '../lead.ts'
import { insertDuplicate } from '../queries.ts'
import { repeatOf } from '../repeated-lead.ts'
import type { LeadBody } from '../schemas.ts'
import type { Submission } from '../submission.ts'
import { assignDealer } from './assign-dealer.ts'
import { saveLeads } from './save-leads.ts'

const LONGEST_SHOWN = 64

export interface SubmitLeadInput {
  token: ApiToken
  sender: Sender
  body: Static<typeof LeadBody>
  /** The proof of work of a web page; used up with the lead. */
  challenge?: SolvedChallenge | undefined
  /** Set when the request may be sent again. */
  once: IdempotentRequest | undefined
}

/** A submission, or what was kept of an earlier one: of this request (`replayed`), or of the lead that this one repeats. */
export type SubmitLeadResult = { submission: Submission } | { stored: StoredAnswer; replayed: boolean }

/**
 * Saves a lead, then makes the first attempt to forward it to the brand's webhook, if there is one for it. Whatever
 * happens after it is saved, the caller never has to send it again.
 * @throws Invalid (INVALID_LEAD) for an unknown brand, and what `requireScope`, `useChallenge` and `replayOrBegin` throw
 */
export async function submitLead(
  ctx: LeadContext,
  { token, sender, body, challenge, once }: SubmitLeadInput,
): Promise<SubmitLeadResult> {
  const brands = ctx.brands.getFresh()
  const brand = (brands instanceof Promise ? await brands : brands).bySlug.get(body.brand)
  if (!brand) throw new Invalid([unknownBrand(body.brand)], 'INVALID_LEAD')
  requireScope(token, 'lead-submission', brand)
  const lead = toLead(body)
  const assignment = await assignDealer(ctx, { lead, brandId: brand.id })
  const draft: Draft = { brand, lead, ...assignment, consent: consentRecordOf(token, sender, body) }
  const keys: Keys = { once, repeat: repeatOf(draft), begun: ctx.clock.now() }
  if (!keys.once && !keys.repeat && !challenge) {
    return { submission: await forward(ctx, await ctx.saveBatched(draft), keys) }
  }
  const work = await ctx.db.write((trx) => saveOnce(ctx, trx, { draft, challenge }, keys))
  if ('stored' in work) return work
  ctx.deliveries.wake()
  return { submission: await forward(ctx, work, keys) }
}

/** Returns the issue of a lead whose brand does not exist. */
export function unknownBrand(slug: string): Issue {
  const shown = slug.length > LONGEST_SHOWN ? `${slug.slice(0, LONGEST_SHOWN)}…` : slug
  return { field: 'brand', message: `There is no brand "${shown}". Use the slug that you were given.` }
}

/** The key under which a lead's result is stored, for repeated requests. */
interface Keys {
  /** The caller's Idempotency-Key. */
  once: IdempotentRequest | undefined
  /** The lead's content. */
  repeat: IdempotentRequest | undefined
  /** When these were received. */
  begun: Micros
}

/** Saves a lead, unless its request or the lead itself was here before. */
async function saveOnce(
  ctx: LeadContext,
  trx: Trx,
  { draft, challenge }: { draft: Draft; challenge: SolvedChallenge | undefined },
  keys: Keys,
): Promise<SavedLead | { stored: StoredAnswer; replayed: boolean }> {
  const { once, begun } = keys
  const stored = once && (await replayOrBegin(trx, once, begun))
  if (stored) return { stored, replayed: true }
  await useChallenge(trx, challenge)
  const first = keys.repeat && (await resultOfFirst(ctx, trx, keys.repeat, draft, begun))
  if (first) {
    if (once) await storeAnswer(trx, once, first, { begun, now: begun })
    return { stored: first, replayed: false }
  }
  const [lead] = await saveLeads(ctx, trx, [draft])
  const provisional = lead!.claim !== undefined
  const outcome = provisional ? 'retrying' : 'saved'
  await keepResult(ctx, trx, keys, { outcome, leadId: lead!.row.id }, { now: begun, provisional })
  return lead!
}

/**
 * Returns the result of the same lead within the brand's time, and records that it came again; null for the first one.
 * One of two concurrent leads is the first, also if they reach different processes.
 */
async function resultOfFirst(
  { codec }: LeadContext,
  trx: Trx,
  repeat: IdempotentRequest,
  { brand, consent }: Draft,
  now: Micros,
): Promise<StoredAnswer | null> {
  const keptMicros = brand.leadDedupeSeconds! * 1_000_000
  const stored = await replayOrBegin(trx, repeat, now, { keptMicros, provisional: true })
  if (stored) {
    await insertDuplicate(trx, { lead_id: codec.leadIdOf(stored), ...consent, received_at: now })
  }
  return stored
}

/** Makes the first attempt at the webhook, and records it together with the result for requests that come again. */
async function forward(ctx: LeadContext, { row, claim }: SavedLead, keys: Keys): Promise<Submission> {
  const leadId = row.id
  if (!claim) return { outcome: 'saved', leadId, duplicate: false }
  ctx.fresh.set(leadId, row)
  try {
    const attempt = await ctx.deliveries.attemptClaimed(claim, {
      timeoutMs: ctx.webhookTimeoutMs,
      settled: (trx, made) =>
        keepResult(ctx, trx, keys, { ...afterAttempt(made), leadId }, { now: ctx.clock.now() }),
    })
    return { ...(attempt ? afterAttempt(attempt) : { outcome: 'retrying' }), leadId, duplicate: false }
  } finally {
    ctx.fresh.delete(leadId)
  }
}

function afterAttempt({ outcome, result }: Attempt): Pick<Submission, 'outcome' | 'response'> {
  const response = outcome.answer
  if (outcome.ok) return { outcome: 'forwarded', response }
  return result.status === 'pending' ? { outcome: 'retrying' } : { outcome: 'refused', response }
}

async function keepResult(
  { codec }: LeadContext,
  trx: Trx,
  { once, repeat, begun }: Keys,
  result: Omit<Submission, 'duplicate'>,
  state: { now: Micros; provisional?: boolean },
): Promise<void> {
  if (once) await storeAnswer(trx, once, codec.encode({ ...result, duplicate: false }), { begun, ...state })
  if (repeat)
    await storeAnswer(trx, repeat, codec.encode({ ...result, duplicate: true }), { begun, ...state })
}
