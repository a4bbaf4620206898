import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { envelope, success } from '../../warranty-api/index.ts'
import { updateWarranty } from '../operations/update-warranty.ts'
import { unknownFieldIssues } from '../records/update.ts'
import { WarrantyRecord } from '../response-schemas.ts'
import { UpdateBody } from '../schemas.ts'
import {
  asCaller,
  brandIdIssues,
  describeOne,
  ONE,
  type RouteServices,
  requireHin,
  selectorOf,
} from './request.ts'

export function addUpdateWarranty(app: App, services: RouteServices, guards: Guards): void {
  app.patch(
    ONE,
    {
      onRequest: guards.requireUser('warranty:update'),
      preValidation: requireHin,
      config: { inspectBody: unknownFieldIssues, inspectQuery: brandIdIssues },
      schema: {
        ...describeOne(
          'updateWarranty',
          'Update a warranty',
          envelope('The warranty as it is now', WarrantyRecord),
          { takesBody: true },
        ),
        description:
          'Omitted fields keep their values; null clears one. Other fields of the record may be sent with their present values.',
        body: UpdateBody,
      },
    },
    async (request) => {
      const input = { selector: selectorOf(request), update: request.body }
      const record = await updateWarranty(asCaller(services, request), input)
      return success(record, services.clock.now())
    },
  )
}
