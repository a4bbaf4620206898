import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type Issue } from '../../../../platform/errors.ts'
import { ERROR_STATUS } from '../../../../platform/http/error-status.ts'
import type { App } from '../../../../platform/http/server.ts'
import { tidy } from '../../../../platform/json.ts'
import type { SolvedChallenge } from '../../../web-forms/index.ts'
import { brandOf, consentOf, type FormInput, type WidgetContext } from '../../context.ts'
import { makeFormTime, readFormTime } from '../../embed/form-time.ts'
import type { TextKey } from '../../text/en.ts'
import type { WebScope } from '../../web-scopes.ts'
import { type Field, renderForm, TIME, TRAP, toBody } from './fields.ts'
import { type Html, html, sendPage } from './page.ts'
import { type Visitor, visitorOf } from './visitor.ts'

/** Nobody fills in a form sooner. */
const LEAST_MS = 2_000
const BODY_LIMIT = 65_536

type Sent = Record<string, string>

/** One form on a page without scripts. */
interface FormPage {
  /** The last part of its path. */
  name: string
  scope: WebScope
  title: TextKey
  submit: TextKey
  /** The answer to a form that was sent before. */
  done: TextKey
  /** Fields that are not trimmed, because blanks in them are wrong. */
  untrimmed?: readonly string[]
  /** Returns the fields, and what stands above and beside them. `values` are those of the first view or of what was sent. */
  describe(
    visitor: Visitor,
    page: { brand: { id: number; slug: string; name: string }; values: Sent; request: FastifyRequest },
  ): Promise<{ fields: Field[]; notice?: Html; other?: Html }>
  /** The values of the first view. */
  initial(visitor: Visitor): Sent
  /** Whether what was sent only asks for more of the form. */
  isQuestion?(sent: Sent): boolean
  /** Returns what is wrong with the interface's body. */
  check(body: Record<string, unknown>): Issue[]
  /** Completes the body and submits it. Returns what the page says then. */
  submitBody(input: FormInput, visitor: Visitor): Promise<string>
}

/** Adds `GET` and `POST /embed/{key}/{name}`. */
export function addFormPage(app: App, ctx: WidgetContext, page: FormPage): void {
  const url = `/embed/:key/${page.name}`
  const onRequest = ctx.guards.requireKeyOfPage(page.scope)
  const config = { forBrowsers: true }

  app.get(url, { onRequest, config }, async (request, reply) => {
    const visitor = visitorOf(request as FastifyRequest)
    return show(request as FastifyRequest, reply as FastifyReply, visitor, { values: page.initial(visitor) })
  })

  app.post(url, { onRequest, config, bodyLimit: BODY_LIMIT }, async (given, reply) => {
    const request = given as FastifyRequest
    const visitor = visitorOf(request)
    const token = request.apiToken!
    const { value: values } = tidy({ ...(request.body as Sent) }, { untrimmed: page.untrimmed ?? [] }) as {
      value: Sent
    }
    const again = (status: number, issues: Issue[]) =>
      show(request, reply as FastifyReply, visitor, { values, issues, status })
    if (page.isQuestion?.(values)) return again(200, [])
    const now = ctx.clock.now()
    const time = readFormTime(values[TIME] ?? '', { keyId: token.id, now }, ctx.secrets())
    const brand = await brandOf(ctx, token)
    const { fields } = await page.describe(visitor, { brand, values, request })
    const body: Record<string, unknown> = { brand: brand.slug, ...toBody(fields, values) }
    const issues = page.check(body)
    if (!time || values[TRAP]) issues.push({ field: TIME, message: visitor.t('tryAgain') })
    if (issues.length > 0) return again(422, issues)
    await waitUntil(time!, now)
    const sender = { address: request.ip, userAgent: request.headers['user-agent'] }
    try {
      const text = await page.submitBody({ token, sender, body, challenge: time! }, visitor)
      return sendDone(request, reply as FastifyReply, visitor, text)
    } catch (error) {
      if (!(error instanceof AppError) || ERROR_STATUS[error.code] >= 500) throw error
      // A form's time is used up by what it stores: this form was sent twice.
      if (error.code === 'CHALLENGE_FAILED') {
        return sendDone(request, reply as FastifyReply, visitor, visitor.t(page.done))
      }
      const issues = error.issues.length > 0 ? [...error.issues] : [{ field: '', message: error.message }]
      return again(ERROR_STATUS[error.code], issues)
    }
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    visitor: Visitor,
    { values, issues = [], status = 200 }: { values: Sent; issues?: Issue[]; status?: number },
  ): Promise<FastifyReply> {
    const token = request.apiToken!
    const brand = await brandOf(ctx, token)
    const { fields, ...parts } = await page.describe(visitor, { brand, values, request })
    const { t, language } = visitor
    const time = makeFormTime({ keyId: token.id, now: ctx.clock.now() }, ctx.secrets()[0])
    const { submit } = page
    return sendPage(reply, token, {
      language,
      title: t(page.title),
      status,
      body: renderForm({
        ...parts,
        visitor,
        fields,
        values,
        issues,
        time,
        submit,
        note: consentOf(brand, language),
      }),
    })
  }

  function sendDone(request: FastifyRequest, reply: FastifyReply, { t, language }: Visitor, text: string) {
    const body = html`<p class="done" role="status">${text}</p>`
    return sendPage(reply, request.apiToken, { language, title: t(page.title), body })
  }
}

/** Waiting costs a quick person nothing, where an error could cost a lead. */
async function waitUntil({ issuedAt }: SolvedChallenge, now: number): Promise<void> {
  const ms = LEAST_MS - (now - issuedAt) / 1_000
  if (ms > 0) await sleep(ms)
}
