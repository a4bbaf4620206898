import type { Reader } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import { holdsBrand, type Principal } from '../../platform/principal.ts'
import { findRegistration, type RegistrationRow } from './queries.ts'

/** Returns the registration of a brand that the principal holds. @throws NotFound (NOT_FOUND) */
export async function findHeldRegistration(
  reader: Reader,
  principal: Principal,
  id: number,
): Promise<RegistrationRow> {
  const row = await findRegistration(reader, id)
  if (row && holdsBrand(principal, row.brand_id)) return row
  throw new NotFound('NOT_FOUND', `There is no registration ${id}.`)
}
