import type { FastifyReply, FastifyRequest } from 'fastify'
import { peek } from '../../../platform/db/cached.ts'
import { joinTransaction } from '../../../platform/db/joined.ts'
import type { Issue } from '../../../platform/errors.ts'
import { answerOnce } from '../../../platform/http/idempotent.ts'
import type { App } from '../../../platform/http/server.ts'
import { unknownBrand } from '../../leads/index.ts'
import type { FormGuard } from '../../web-forms/index.ts'
import { warrantyIssues } from '../body-issues.ts'
import type { RegistrationContext } from '../context.ts'
import { submitRegistration } from '../operations/submit-registration.ts'
import { RegistrationBody, RegistrationReceived } from '../schemas.ts'
import { REGISTRATION_VERSION, registrationErrorFormat, registrationErrors } from './error-format.ts'

type Services = Omit<RegistrationContext, 'principal'>

/** Adds `POST /warranty-registration`. */
export function addSubmitRegistration(app: App, services: Services, form: FormGuard): void {
  app.addErrorFormat(registrationErrorFormat)
  app.post(
    '/warranty-registration',
    {
      onRequest: form.onRequest,
      preValidation: [
        form.preValidation,
        (_request, _reply, done) => {
          // The brands have to be in memory when the body is checked.
          const brands = services.brands.getFresh()
          if (!(brands instanceof Promise)) return done()
          brands.then(() => done(), done)
        },
      ],
      config: {
        untrimmed: ['hin'],
        takesKey: true,
        inspectBody: (body) => issuesOf(services, body),
        preflight: form.preflight,
      },
      schema: {
        operationId: 'submitRegistration',
        tags: ['registrations'],
        summary: "Register an owner's boat",
        description:
          'Stores the registration; staff of the brand accept or reject it. The response is the same whether the HIN is known or not.',
        security: [{ apiToken: [] }],
        body: RegistrationBody,
        response: { 202: RegistrationReceived, ...registrationErrors(400, 401, 403, 409, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      const token = request.apiToken!
      const sender = { address: request.ip, userAgent: request.headers['user-agent'] }
      const input = { token, sender, body: request.body, challenge: request.solvedChallenge }
      const submit = (db: Services['db']) => submitRegistration({ ...services, db }, input)
      const answered = await answerOnce(
        services,
        request as FastifyRequest,
        reply as FastifyReply,
        `token:${token.id}`,
        async (trx) => ({ status: 202, body: received(await submit(joinTransaction(services.db, trx))) }),
      )
      if (answered) return reply
      return reply.status(202).send(received(await submit(services.db)))
    },
  )
}

function received(registrationId: number) {
  return {
    status: 'success' as const,
    message: 'The registration was received.',
    registration_id: registrationId,
    version: REGISTRATION_VERSION,
  }
}

/** Checked with the schema, so that every issue is reported at the same time. */
function issuesOf({ brands }: Services, body: unknown): Issue[] {
  const { brand } = (body ?? {}) as Record<string, unknown>
  const isUnknown =
    typeof brand === 'string' && brand !== '' && peek(brands.getStale())?.bySlug.has(brand) === false
  return [...(isUnknown ? [unknownBrand(brand)] : []), ...warrantyIssues(body)]
}
