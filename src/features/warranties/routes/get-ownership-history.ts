import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { envelope, success } from '../../warranty-api/index.ts'
import { getOwnershipHistory } from '../operations/get-ownership-history.ts'
import { OwnershipHistory } from '../response-schemas.ts'
import { asCaller, describeOne, ONE, type RouteServices, requireHin, selectorOf } from './request.ts'

export function addGetOwnershipHistory(app: App, services: RouteServices, guards: Guards): void {
  app.get(
    `${ONE}/history`,
    {
      onRequest: guards.requireUser('warranty:history'),
      preValidation: requireHin,
      schema: describeOne(
        'getOwnershipHistory',
        'Ownership history, oldest owner first',
        envelope('The owners', OwnershipHistory),
        {
          takesBody: false,
        },
      ),
    },
    async (request) => {
      const { history, ...warranty } = await getOwnershipHistory(
        asCaller(services, request),
        selectorOf(request),
      )
      const owners = history.map(({ purchase_date: _, ...owner }) => owner)
      return success({ ...warranty, history: owners }, services.clock.now())
    },
  )
}
