import { randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { toIsoMicros } from '../../../platform/clock.ts'
import { Conflict, Invalid, issue } from '../../../platform/errors.ts'
import type { Outgoing } from '../../../platform/outgoing/client.ts'
import type { Mailer } from '../../../platform/outgoing/mailer.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { findUser } from '../../access/index.ts'
import { type Brand, highLevelCall, pickHeldBrand } from '../../brands/index.ts'
import { responseExcerpt } from '../attempts/response-excerpt.ts'
import { judgeFailure, postWebhook } from '../attempts/webhook.ts'
import type { Outcome } from '../delivery.ts'
import type { DeliveryReader } from '../filter.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 65_536

export interface TestContext extends DeliveryReader {
  outgoing: Outgoing
  /** Absent: no mail server is set up. */
  mailer?: Mailer | undefined
}

export const Test = Type.Object(
  {
    target: Type.Unsafe<'lead_webhook' | 'warranty_crm' | 'mail'>({
      type: 'string',
      enum: ['lead_webhook', 'warranty_crm', 'mail'],
      expected: 'must be lead_webhook, warranty_crm or mail',
    }),
    to: Type.Optional(
      Type.String({
        minLength: 1,
        format: 'practical-email',
        description: "Who gets the mail; default: the caller's address",
      }),
    ),
  },
  { additionalProperties: false },
)

/** The result of a test. */
export interface TestResult {
  ok: boolean
  /** The receiver's status, by HTTP or SMTP; null where there was no answer. */
  status: number | null
  error: string | null
  /** The beginning of the answer. */
  answer: string | null
  duration_ms: number
}

/**
 * Sends a test event now, once: to a brand's webhook, signed as its other messages are, or a test mail. HighLevel is
 * asked for the location instead, which changes nothing there. Nothing is stored.
 * @throws NotFound for the brand; Conflict where there is no such receiver, or the brand is a sandbox
 */
export async function sendTest(
  ctx: TestContext,
  { reference, ...input }: { reference: string } & Static<typeof Test>,
): Promise<TestResult> {
  authorize(ctx.principal, 'brands:write')
  const { target, to } = parse(Test, input)
  const brand = pickHeldBrand(await ctx.brands.getFresh(), ctx.principal, reference)
  if (brand.sandbox) throw sendsNothing(brand)
  const send = await SENDERS[target](ctx, brand, to)
  return timed(send)
}

/** Sends a test event to a webhook now, signed as its other messages are. */
export function sendTestEvent(
  ctx: Pick<TestContext, 'outgoing' | 'clock'>,
  target: Target,
  event: object,
): Promise<TestResult> {
  return timed(() => post(ctx, target, event))
}

async function timed(send: () => Promise<Outcome>): Promise<TestResult> {
  const begun = performance.now()
  const outcome = await send()
  return {
    ok: outcome.ok,
    status: outcome.status ?? null,
    error: outcome.ok ? null : outcome.error,
    answer: outcome.answer ? responseExcerpt(outcome.answer.body) : null,
    duration_ms: Math.round(performance.now() - begun),
  }
}

type Sender = (ctx: TestContext, brand: Brand, to: string | undefined) => Promise<() => Promise<Outcome>>

const SENDERS: Record<Static<typeof Test>['target'], Sender> = {
  async lead_webhook(ctx, brand) {
    const { url, categories = {}, secret, previous_secret } = brand.leadWebhook ?? {}
    const first = url ?? Object.values(categories)[0]
    if (!first) throw none(brand, 'lead webhook')
    return () => post(ctx, { url: first, secret, previousSecret: previous_secret }, toEvent(brand))
  },
  async warranty_crm(ctx, brand) {
    const crm = brand.warrantyCrm
    if (!crm) throw none(brand, 'warranty CRM')
    if (crm.type === 'webhook') {
      const { url, secret, previous_secret } = crm
      return () => post(ctx, { url, secret, previousSecret: previous_secret }, toEvent(brand))
    }
    const call = highLevelCall(crm, `/locations/${encodeURIComponent(crm.location_id)}`)
    return async () => {
      try {
        const { status } = await ctx.outgoing.request({
          method: 'GET',
          ...call,
          timeoutMs: TIMEOUT_MS,
          maxBytes: MAX_BYTES,
        })
        const error = `The CRM answered with status ${status}.`
        return status < 300 ? { ok: true, status } : { ok: false, final: true, status, error }
      } catch (error) {
        return judgeFailure(error)
      }
    }
  },
  async mail({ db, principal, mailer }, _brand, to) {
    if (!mailer) throw new Conflict('CONFLICT', 'No mail server is configured. Set SMTP_URL.')
    const address =
      to ?? (principal.kind === 'user' ? (await findUser(db.read, `id:${principal.id}`)).email : undefined)
    if (!address) throw new Invalid([issue('to', 'is required')])
    return () => mailer.sendTest(address)
  },
}

interface Target {
  url: string
  secret?: string | undefined
  previousSecret?: string | undefined
}

function toEvent({ slug }: Brand): object {
  return { data: { brand: slug } }
}

function post(
  { outgoing, clock }: Pick<TestContext, 'outgoing' | 'clock'>,
  target: Target,
  event: object,
): Promise<Outcome> {
  return postWebhook(
    { outgoing, clock },
    {
      ...target,
      delivery: { messageId: `msg_test_${randomBytes(12).toString('base64url')}` },
      body: JSON.stringify({ type: 'test', timestamp: toIsoMicros(clock.now()), ...event }),
      timeoutMs: TIMEOUT_MS,
      signal: new AbortController().signal,
    },
  )
}

/** Returns the error of a test that would leave a sandbox. */
export function sendsNothing({ slug }: { slug: string }): Conflict {
  return new Conflict('CONFLICT', `The brand ${slug} is a sandbox: nothing is sent.`)
}

function none({ slug }: Brand, what: string): Conflict {
  return new Conflict('CONFLICT', `The brand ${slug} has no ${what}.`)
}
