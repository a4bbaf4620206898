import type { Reader } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import { holdsBrand, type Principal } from '../../platform/principal.ts'
import { findLead, type LeadRow } from './queries.ts'

/** Returns the lead of a brand that the principal holds. @throws NotFound (NOT_FOUND) */
export async function findHeldLead(reader: Reader, principal: Principal, id: number): Promise<LeadRow> {
  const row = await findLead(reader, id)
  if (row && holdsBrand(principal, row.brand_id)) return row
  throw new NotFound('NOT_FOUND', `There is no lead ${id}.`)
}
