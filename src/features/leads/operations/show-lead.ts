import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Brands } from '../../brands/index.ts'
import { listQueue } from '../../deliveries/index.ts'
import { queueKeysOfLead } from '../lead-deliveries.ts'
import { toDuplicate, toRecord } from '../lead-record.ts'
import { findLead, listDuplicates } from '../queries.ts'

export type ShownLead = Awaited<ReturnType<typeof showLead>>

/** Everything that is known of a lead: the record, what became of its deliveries, and when it came again. */
export async function showLead(reader: Reader, brands: Brands, id: number) {
  const row = await findLead(reader, id)
  if (!row) throw new AppError('NOT_FOUND', `There is no lead ${id}.`)
  const again = await listDuplicates(reader, [id])
  return {
    ...toRecord(row, brands.byId.get(row.brand_id)!, again.length),
    deliveries: await listQueue(reader, queueKeysOfLead(id)),
    came_again: again.map(toDuplicate),
  }
}
