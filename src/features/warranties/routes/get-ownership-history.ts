import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { envelope, errors, success } from '../../warranty-api/index.ts'
import { getOwnershipHistory } from '../operations/get-ownership-history.ts'
import { OwnershipHistory } from '../schemas.ts'
import {
  asCaller,
  describeEndpoint,
  ONE,
  ONE_SCHEMA,
  type RouteServices,
  requireHin,
  selectorOf,
} from './request.ts'

export function addGetOwnershipHistory(app: App, services: RouteServices, guards: Guards): void {
  app.get(
    `${ONE}/history`,
    {
      onRequest: guards.requireUser('warranty:history'),
      preValidation: requireHin,
      schema: {
        ...describeEndpoint('getOwnershipHistory', 'Ownership history, oldest owner first'),
        ...ONE_SCHEMA,
        response: {
          200: envelope('The owners', OwnershipHistory),
          ...errors(400, 401, 403, 404, 409, 422, 429),
        },
      },
    },
    async (request) => {
      const history = await getOwnershipHistory(asCaller(services, request), selectorOf(request))
      return success(history, services.clock.now())
    },
  )
}
