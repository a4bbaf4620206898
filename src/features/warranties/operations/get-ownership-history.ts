import type { Reader } from '../../../platform/db/db.ts'
import type { Caller } from '../context.ts'
import { listOwnerships } from '../queries/queries.ts'
import { findWarranty, type WarrantySelector } from '../records/select-warranty.ts'

/** Who has owned the boat, the first owner first; the present one has no transfer_date. */
export async function ownershipHistory(reader: Reader, caller: Caller, selector: WarrantySelector) {
  const { id, hin, model, model_year } = await findWarranty(reader, caller, selector)
  const owners = await listOwnerships(reader, [id])
  return {
    hin,
    model,
    model_year,
    history: owners.map((owner) => ({
      first_name: owner.first_name,
      last_name: owner.last_name,
      email: owner.email,
      phone: owner.phone,
      registration_date: owner.registration_date,
      transfer_date: owner.transfer_date,
      transfer_notes: owner.transfer_notes,
    })),
  }
}
