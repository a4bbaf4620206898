import type { Reader } from '../../../platform/db/db.ts'
import { authorize } from '../../../platform/principal.ts'
import type { RegistrationContext } from '../context.ts'
import { findDuplicates } from '../duplicates.ts'
import { findHeldRegistration } from '../find-registration.ts'
import { type RegistrationRecord, toRecord } from '../record.ts'

type ReadContext = Pick<RegistrationContext, 'db' | 'brands' | 'principal'>

/** Returns a registration with its possible duplicates. @throws NotFound (NOT_FOUND) */
export function showRegistration(ctx: ReadContext, { id }: { id: number }): Promise<RegistrationRecord> {
  authorize(ctx.principal, 'warranty:read')
  return readRegistration(ctx, ctx.db.read, id)
}

/** Returns the same for an operation that changes the registration, which needs no permission to read. */
export async function readRegistration(
  { brands, principal }: Pick<RegistrationContext, 'brands' | 'principal'>,
  reader: Reader,
  id: number,
): Promise<RegistrationRecord> {
  const { byId } = await brands.getFresh()
  const row = await findHeldRegistration(reader, principal, id)
  const duplicates = await findDuplicates(reader, [row])
  return toRecord(row, byId.get(row.brand_id)!, duplicates.get(id) ?? [])
}
