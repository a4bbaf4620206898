import type { FastifyRequest } from 'fastify'
import { peek } from '../../../platform/db/cached.ts'
import type { Issue } from '../../../platform/errors.ts'
import { readIdempotency, sendAnswer } from '../../../platform/http/idempotency.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import type { LeadContext } from '../context.ts'
import { submitLead, UNKNOWN_BRAND } from '../operations/submit-lead.ts'
import * as schemas from '../schemas.ts'
import { leadErrorFormat, leadErrors } from './error-format.ts'

/** Adds lead submission. */
export function addLeadRoutes(app: App, ctx: LeadContext, guards: Guards): void {
  app.addErrorFormat(leadErrorFormat)
  app.post(
    '/lead-submission',
    {
      onRequest: guards.requireToken('lead-submission'),
      // So that the brands are there when the body is looked at.
      preValidation: (_request, _reply, done) => {
        const brands = ctx.brands.getFresh()
        if (!(brands instanceof Promise)) return done()
        brands.then(() => done(), done)
      },
      config: { takesKey: true, inspectBody: (body) => leadIssues(ctx, body) },
      schema: {
        operationId: 'submitLead',
        tags: ['leads'],
        summary: 'Submit a lead',
        description:
          "Saves the lead. Where the brand has a webhook, forwards it and passes the CRM's 2xx answer through " +
          'unchanged; anything else is answered with 202 and tried again in the background.',
        security: [{ apiToken: [] }],
        body: schemas.LeadBody,
        response: {
          200: schemas.leadAnswer('The lead is stored'),
          202: schemas.leadAnswer('The lead is stored; the CRM has not taken it, or not yet'),
          '2xx': schemas.PassedThrough,
          ...leadErrors(400, 401, 403, 409, 413, 415, 429),
        },
      },
    },
    async (request, reply) => {
      const token = request.apiToken!
      const once = readIdempotency(request as FastifyRequest, `token:${token.id}`)
      const sender = { address: request.ip, userAgent: request.headers['user-agent'] }
      const { answer, replayed } = await submitLead(ctx, { token, sender, body: request.body, once })
      sendAnswer(reply, answer, { replayed })
      return reply
    },
  )
}

/** What the schema of a lead cannot tell, so that every fault is reported at once. */
function leadIssues(ctx: LeadContext, body: unknown): Issue[] {
  const { brand, contact } = (body ?? {}) as Record<string, unknown>
  const issues: Issue[] = []
  const brands = peek(ctx.brands.getStale())
  if (typeof brand === 'string' && brand !== '' && brands?.bySlug.has(brand) === false) {
    issues.push(UNKNOWN_BRAND)
  }
  if (contact === undefined) issues.push({ field: 'contact.contact_email', message: 'is required' })
  return issues
}
