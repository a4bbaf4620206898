import type { Reader } from '../../../platform/db/db.ts'
import { authorize } from '../../../platform/principal.ts'
import type { RegistrationContext } from '../context.ts'
import { type Duplicate, findDuplicates } from '../duplicates.ts'
import { findHeldRegistration } from '../find-registration.ts'
import { findMismatches } from '../match.ts'
import { type RegistrationRecord, toRecord } from '../record.ts'

/** A registration with why it does not match; null once it was decided on. */
export type ShownRegistration = RegistrationRecord & {
  possible_duplicates: Duplicate[]
  mismatches: string[] | null
}

type ReadContext = Pick<RegistrationContext, 'clock' | 'brands' | 'principal'>

/** Returns a registration with its possible duplicates and why it does not match. @throws NotFound (NOT_FOUND) */
export function showRegistration(
  ctx: ReadContext & Pick<RegistrationContext, 'db'>,
  { id }: { id: number },
): Promise<ShownRegistration> {
  authorize(ctx.principal, 'warranty:read')
  return readRegistration(ctx, ctx.db.read, id)
}

/** Returns the same for an operation that changes the registration, which needs no permission to read. */
export async function readRegistration(
  { clock, brands, principal }: ReadContext,
  reader: Reader,
  id: number,
): Promise<ShownRegistration> {
  const { byId } = await brands.getFresh()
  const row = await findHeldRegistration(reader, principal, id)
  const duplicates = (await findDuplicates(reader, [row])).get(id) ?? []
  const isOpen = row.state === 'received'
  return {
    ...toRecord(row, byId.get(row.brand_id)!),
    possible_duplicates: duplicates,
    mismatches: isOpen ? await findMismatches(reader, row, { duplicates, now: clock.now() }) : null,
  }
}
