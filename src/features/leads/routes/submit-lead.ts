import type { FastifyRequest } from 'fastify'
import { peek } from '../../../platform/db/cached.ts'
import type { Issue } from '../../../platform/errors.ts'
import { readIdempotency, sendAnswer } from '../../../platform/http/idempotency.ts'
import type { App } from '../../../platform/http/server.ts'
import type { FormGuard } from '../../web-forms/index.ts'
import type { LeadContext } from '../context.ts'
import { readLeniently } from '../lenient-body.ts'
import { submitLead, unknownBrand } from '../operations/submit-lead.ts'
import * as schemas from '../schemas.ts'
import { leadErrorFormat, leadErrors } from './error-format.ts'
import { toResponse } from './lead-responses.ts'

/** Adds `POST /lead-submission`. */
export function addSubmitLead(app: App, ctx: LeadContext, form: FormGuard): void {
  app.addErrorFormat(leadErrorFormat)
  app.post(
    '/lead-submission',
    {
      onRequest: form.onRequest,
      preValidation: [
        form.preValidation,
        (request, _reply, done) => {
          ;(request as FastifyRequest).body = readLeniently(request.body)
          // The brands have to be in memory when the body is checked.
          const brands = ctx.brands.getFresh()
          if (!(brands instanceof Promise)) return done()
          brands.then(() => done(), done)
        },
      ],
      config: {
        takesKey: true,
        inspectBody: (body) => brandIssues(ctx, body),
        preflight: form.preflight,
      },
      schema: {
        operationId: 'submitLead',
        tags: ['leads'],
        summary: 'Submit a lead',
        description:
          "Saves the lead. Where the brand has a webhook, forwards it and passes the CRM's 2xx response through " +
          'unchanged; any other result is a 202, and where another attempt makes sense it follows in the background.',
        security: [{ apiToken: [] }],
        body: schemas.LeadBody,
        response: {
          200: schemas.leadAnswer('The lead is stored'),
          202: schemas.leadAnswer('The lead is stored; the CRM refused it, or has not taken it yet'),
          '2xx': schemas.PassedThrough,
          ...leadErrors(400, 401, 403, 409, 413, 415, 429),
        },
      },
    },
    async (request, reply) => {
      const token = request.apiToken!
      const result = await submitLead(ctx, {
        token,
        sender: { address: request.ip, userAgent: request.headers['user-agent'] },
        body: request.body,
        challenge: request.solvedChallenge,
        once: readIdempotency(request as FastifyRequest, `token:${token.id}`),
      })
      if ('stored' in result) sendAnswer(reply, result.stored, { replayed: result.replayed })
      else sendAnswer(reply, toResponse(result.submission))
      return reply
    },
  )
}

/** Checked with the schema, so that every issue is reported at the same time. */
function brandIssues(ctx: LeadContext, body: unknown): Issue[] {
  const { brand } = (body ?? {}) as Record<string, unknown>
  const brands = peek(ctx.brands.getStale())
  if (typeof brand !== 'string' || brand === '' || brands?.bySlug.has(brand) !== false) return []
  return [unknownBrand(brand)]
}
