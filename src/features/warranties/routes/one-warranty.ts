import type { TSchema } from 'typebox'
import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { envelope, success } from '../../warranty-api/index.ts'
import { getOwnershipHistory } from '../operations/get-ownership-history.ts'
import { getWarranty } from '../operations/get-warranty.ts'
import { retrySync } from '../operations/retry-sync.ts'
import type { WarrantySelector } from '../records/select-warranty.ts'
import { OwnershipHistory, RetriedWarranty, WarrantyRecord } from '../schemas.ts'
import { asCaller, describeOne, ONE, type RouteServices, requireHin, selectorOf } from './request.ts'

/** Adds the endpoints on one warranty that take no body. */
export function addEndpointsWithoutBody(app: App, services: RouteServices, guards: Guards): void {
  add('GET', ONE, {
    permission: 'warranty:read',
    describe: ['getWarranty', 'Get a warranty'],
    answer: envelope('The warranty', WarrantyRecord),
    run: getWarranty,
  })
  add('GET', `${ONE}/history`, {
    permission: 'warranty:history',
    describe: ['getOwnershipHistory', 'Ownership history, oldest owner first'],
    answer: envelope('The owners', OwnershipHistory),
    run: getOwnershipHistory,
  })
  add('POST', `${ONE}/retry-sync`, {
    permission: 'warranty:retry_sync',
    describe: ['retryWarrantySync', 'Synchronise a warranty with the CRM now'],
    answer: envelope('How the synchronisation stands now', RetriedWarranty),
    run: retrySync,
  })

  function add(method: 'GET' | 'POST', url: string, { permission, describe, answer, run }: Endpoint): void {
    app.route({
      method,
      url,
      onRequest: guards.requireUser(permission),
      preValidation: requireHin,
      schema: describeOne(...describe, answer, { takesBody: method === 'POST' }),
      handler: async (request) =>
        success(await run(asCaller(services, request), selectorOf(request)), services.clock.now()),
    })
  }
}

interface Endpoint {
  permission: NonNullable<Parameters<Guards['requireUser']>[0]>
  /** Its operation id and its summary. */
  describe: [operationId: string, summary: string]
  answer: TSchema
  run(ctx: ReturnType<typeof asCaller<RouteServices>>, selector: WarrantySelector): Promise<unknown>
}
