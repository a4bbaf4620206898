import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { envelope, errors, success } from '../../warranty-api/index.ts'
import { getWarranty } from '../operations/get-warranty.ts'
import { WarrantyRecord } from '../schemas.ts'
import {
  asCaller,
  describeEndpoint,
  ONE,
  ONE_SCHEMA,
  type RouteServices,
  requireHin,
  selectorOf,
} from './request.ts'

export function addGetWarranty(app: App, services: RouteServices, guards: Guards): void {
  app.get(
    ONE,
    {
      onRequest: guards.requireUser('warranty:read'),
      preValidation: requireHin,
      schema: {
        ...describeEndpoint('getWarranty', 'Get a warranty'),
        ...ONE_SCHEMA,
        response: {
          200: envelope('The warranty', WarrantyRecord),
          ...errors(400, 401, 403, 404, 409, 422, 429),
        },
      },
    },
    async (request) => {
      const record = await getWarranty(asCaller(services, request), selectorOf(request))
      return success(record, services.clock.now())
    },
  )
}
