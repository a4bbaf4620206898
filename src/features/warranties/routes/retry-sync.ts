import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { envelope, errors, success } from '../../warranty-api/index.ts'
import { retrySync } from '../operations/retry-sync.ts'
import { RetriedWarranty } from '../schemas.ts'
import {
  asCaller,
  describeEndpoint,
  ONE,
  ONE_SCHEMA,
  type RouteServices,
  requireHin,
  selectorOf,
} from './request.ts'

export function addRetrySync(app: App, services: RouteServices, guards: Guards): void {
  app.post(
    `${ONE}/retry-sync`,
    {
      onRequest: guards.requireUser('warranty:retry_sync'),
      preValidation: requireHin,
      schema: {
        ...describeEndpoint('retryWarrantySync', 'Synchronise a warranty with the CRM now'),
        ...ONE_SCHEMA,
        response: {
          200: envelope('How the synchronisation stands now', RetriedWarranty),
          ...errors(400, 401, 403, 404, 409, 413, 415, 422, 429),
        },
      },
    },
    async (request) => {
      const retried = await retrySync(asCaller(services, request), selectorOf(request))
      return success(retried, services.clock.now())
    },
  )
}
