import type { Micros } from '../../platform/clock.ts'
import type { Trx } from '../../platform/db/db.ts'
import { pipelined } from '../../platform/db/pipelined.ts'
import type { Brand } from '../brands/index.ts'
import { recordEvents } from '../events/index.ts'
import { toRecord } from './lead-record.ts'
import { countDuplicates, findLeadsWithBrand, type LeadRow } from './queries.ts'
import { toAdminRecord } from './record.ts'

type LeadEventType = `lead.${'received' | 'assigned' | 'forwarded' | 'failed'}`

interface Change {
  at: Micros
  type: LeadEventType
  /** As it stands now. */
  row: LeadRow
  brand: Pick<Brand, 'slug'>
  duplicates?: number | undefined
}

/** Records what happened to leads, for endpoints and the feed. */
export function recordLeadEvents(trx: Trx, changes: readonly Change[]): Promise<void> {
  return recordEvents(
    trx,
    changes.map(({ at, type, row, brand, duplicates = 0 }) => ({
      at,
      type,
      brandId: row.brand_id,
      subject: `lead:${row.id}`,
      data: toAdminRecord(toRecord(row, brand, duplicates)),
    })),
  )
}

/** Reads these leads as they stand now, and records that this happened to each. */
export async function recordStoredLeads(
  trx: Trx,
  ids: readonly number[],
  { at, type }: Pick<Change, 'at' | 'type'>,
): Promise<void> {
  if (ids.length === 0) return
  const [rows, duplicates] = await pipelined([findLeadsWithBrand(trx, ids), countDuplicates(trx, ids)])
  await recordLeadEvents(
    trx,
    rows.map(({ slug, ...row }) => ({ at, type, row, brand: { slug }, duplicates: duplicates.get(row.id) })),
  )
}
