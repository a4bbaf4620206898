import type { Reader } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import { holdsBrand, type Principal } from '../../platform/principal.ts'
import { findEndpoints, type StoredEndpoint } from './queries/endpoint-queries.ts'

/**
 * Returns the endpoint, if the principal holds all of its brands: who changes its address redirects the events of all.
 * @throws NotFound (NOT_FOUND)
 */
export async function findHeldEndpoint(
  reader: Reader,
  principal: Principal,
  id: number,
): Promise<StoredEndpoint> {
  const [endpoint] = await findEndpoints(reader, [id])
  if (endpoint && isHeld(principal, endpoint)) return endpoint
  throw new NotFound('NOT_FOUND', `There is no event endpoint ${id}.`)
}

export function isHeld(principal: Principal, { brands }: StoredEndpoint): boolean {
  return brands.every(({ id }) => holdsBrand(principal, id))
}
