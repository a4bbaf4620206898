import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { envelope, success } from '../../warranty-api/index.ts'
import { retrySync } from '../operations/retry-sync.ts'
import { RetriedWarranty } from '../response-schemas.ts'
import { asCaller, describeOne, ONE, type RouteServices, requireHin, selectorOf } from './request.ts'

export function addRetrySync(app: App, services: RouteServices, guards: Guards): void {
  app.post(
    `${ONE}/retry-sync`,
    {
      onRequest: guards.requireUser('warranty:retry_sync'),
      preValidation: requireHin,
      schema: describeOne(
        'retryWarrantySync',
        'Synchronize a warranty with the CRM now',
        envelope('How the synchronization stands now', RetriedWarranty),
        {
          takesBody: true,
        },
      ),
    },
    async (request) =>
      success(await retrySync(asCaller(services, request), selectorOf(request)), services.clock.now()),
  )
}
