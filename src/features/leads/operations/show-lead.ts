import { NotFound } from '../../../platform/errors.ts'
import { authorize, holdsBrand } from '../../../platform/principal.ts'
import { listQueue } from '../../deliveries/index.ts'
import type { LeadAdministration } from '../context.ts'
import { queueKeysOfLead } from '../lead-deliveries.ts'
import { toDuplicate, toRecord } from '../lead-record.ts'
import { findLead, listDuplicates } from '../queries.ts'

export type ShownLead = Awaited<ReturnType<typeof showLead>>

/**
 * Returns everything that is known of a lead: the record, its deliveries, and when it came again.
 * @throws NotFound
 */
export async function showLead({ db, brands, principal }: LeadAdministration, { id }: { id: number }) {
  authorize(principal, 'leads:read')
  const row = await findLead(db.read, id)
  if (!row || !holdsBrand(principal, row.brand_id)) {
    throw new NotFound('NOT_FOUND', `There is no lead ${id}.`)
  }
  const again = await listDuplicates(db.read, [id])
  const { byId } = await brands.getFresh()
  return {
    ...toRecord(row, byId.get(row.brand_id)!, again.length),
    deliveries: await listQueue(db.read, queueKeysOfLead(id)),
    came_again: again.map(toDuplicate),
  }
}
