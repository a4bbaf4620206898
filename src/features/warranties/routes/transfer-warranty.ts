import type { Trx } from '../../../platform/db/db.ts'
import { answerOnce } from '../../../platform/http/idempotent.ts'
import type { App } from '../../../platform/http/server.ts'
import { holdsBrand } from '../../../platform/principal.ts'
import type { Guards } from '../../access/index.ts'
import { envelope, success } from '../../warranty-api/index.ts'
import { transferWarranty, transferWarrantyIn } from '../operations/transfer-warranty.ts'
import { contactIssues } from '../records/contact.ts'
import { notFound } from '../records/select-warranty.ts'
import { WarrantyRecord } from '../response-schemas.ts'
import { TransferBody } from '../schemas.ts'
import {
  asCaller,
  brandIdIssues,
  describeOne,
  ONE,
  type RouteServices,
  requireHin,
  selectorOf,
} from './request.ts'

export function addTransferWarranty(app: App, services: RouteServices, guards: Guards): void {
  app.post(
    `${ONE}/transfer`,
    {
      onRequest: guards.requireUser('warranty:transfer'),
      preValidation: requireHin,
      config: { takesKey: true, inspectBody: contactIssues, inspectQuery: brandIdIssues },
      schema: {
        ...describeOne(
          'transferWarranty',
          'Transfer a warranty to a new owner',
          envelope('The warranty with its new owner', WarrantyRecord),
          { takesBody: true },
        ),
        body: TransferBody,
      },
    },
    async (request, reply) => {
      const ctx = asCaller(services, request)
      const input = { selector: selectorOf(request), transfer: request.body }
      const toBody = ({ warranty, warnings }: Awaited<ReturnType<typeof transferWarranty>>) =>
        success(warranty, ctx.clock.now(), 200, { warnings })
      const brands = await ctx.brands.getFresh()
      const answered = await answerOnce(
        ctx,
        request,
        reply,
        `user:${request.user!.id}`,
        async (trx: Trx) => ({
          status: 200,
          body: toBody(await transferWarrantyIn(ctx, trx, { brands, ...input })),
        }),
        // The caller may have lost the brand since the first request.
        ({ data }) => {
          if (!holdsBrand(ctx.principal, data.brand_id)) throw notFound(input.selector.hin)
        },
      )
      if (!answered) return toBody(await transferWarranty(ctx, input))
      ctx.deliveries.wake()
      return reply
    },
  )
}
