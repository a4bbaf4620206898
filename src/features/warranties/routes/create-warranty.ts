import { answerOnce } from '../../../platform/http/idempotent.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { envelope, errors, success } from '../../warranty-api/index.ts'
import { createWarranty, createWarrantyIn } from '../operations/create-warranty.ts'
import { registrationIssues } from '../records/registration.ts'
import { CreatedWarranty } from '../response-schemas.ts'
import { CreateBody } from '../schemas.ts'
import { asCaller, COLLECTION, describeEndpoint, type RouteServices } from './request.ts'

export function addCreateWarranty(app: App, services: RouteServices, guards: Guards): void {
  app.post(
    COLLECTION,
    {
      onRequest: guards.requireUser('warranty:create'),
      config: { untrimmed: ['hin'], takesKey: true, inspectBody: registrationIssues },
      schema: {
        ...describeEndpoint('createWarranty', 'Create a warranty'),
        body: CreateBody,
        response: {
          201: envelope('The new warranty', CreatedWarranty),
          ...errors(400, 401, 403, 409, 413, 415, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const ctx = asCaller(services, request)
      const registration = request.body
      const toBody = ({ warranty, warnings }: Awaited<ReturnType<typeof createWarranty>>) =>
        success(warranty, ctx.clock.now(), 201, { warnings })
      const brands = await ctx.brands.getFresh()
      const answered = await answerOnce(ctx, request, reply, `user:${request.user!.id}`, async (trx) => ({
        status: 201,
        body: toBody(await createWarrantyIn(ctx, trx, { brands, registration })),
      }))
      if (answered) {
        ctx.deliveries.wake()
        return reply
      }
      return reply.status(201).send(toBody(await createWarranty(ctx, registration)))
    },
  )
}
