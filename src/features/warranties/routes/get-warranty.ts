import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { envelope, success } from '../../warranty-api/index.ts'
import { getWarranty } from '../operations/get-warranty.ts'
import { WarrantyRecord } from '../response-schemas.ts'
import { asCaller, describeOne, ONE, type RouteServices, requireHin, selectorOf } from './request.ts'

export function addGetWarranty(app: App, services: RouteServices, guards: Guards): void {
  app.get(
    ONE,
    {
      onRequest: guards.requireUser('warranty:read'),
      preValidation: requireHin,
      schema: describeOne('getWarranty', 'Get a warranty', envelope('The warranty', WarrantyRecord), {
        takesBody: false,
      }),
    },
    async (request) =>
      success(await getWarranty(asCaller(services, request), selectorOf(request)), services.clock.now()),
  )
}
