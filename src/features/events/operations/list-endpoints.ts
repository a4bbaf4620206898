import type { OperationContext } from '../../../platform/context.ts'
import { type Page, type PageRequest, pageOf } from '../../../platform/paging.ts'
import { authorize } from '../../../platform/principal.ts'
import { findHeldBrand } from '../../brands/index.ts'
import { type EndpointView, toEndpointView } from '../endpoint-view.ts'
import { isHeld } from '../find-endpoint.ts'
import { findEndpoints } from '../queries/endpoint-queries.ts'

/** Returns a page of the event endpoints whose brands the principal holds. @throws NotFound for the brand */
export async function listEndpoints(
  { db, principal }: OperationContext,
  { brand, ...request }: PageRequest & { brand?: string },
): Promise<Page<EndpointView>> {
  authorize(principal, 'brands:read')
  const only = brand === undefined ? undefined : await findHeldBrand(db.read, principal, brand)
  const held = (await findEndpoints(db.read)).filter(
    (endpoint) => isHeld(principal, endpoint) && (!only || endpoint.brands.some(({ id }) => id === only.id)),
  )
  return pageOf(held.map(toEndpointView), request)
}
