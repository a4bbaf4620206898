import { type Micros, toUtcDate } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import type { Brand } from '../../brands/index.ts'
import { recordEvents } from '../../events/index.ts'
import type { WarrantyRow } from '../queries/queries.ts'
import type { DraftWarranty } from './new-warranty.ts'
import { toAdminRecord } from './record.ts'

type WarrantyEventType =
  `warranty.${'registered' | 'updated' | 'transferred' | 'corrected' | 'expired' | 'voided'}`

interface Change {
  at: Micros
  type: WarrantyEventType
  /** As it stands now. */
  row: WarrantyRow
  brand: Pick<Brand, 'slug' | 'name'> | undefined
}

/** Records what happened to warranties, for endpoints and the feed. */
export function recordWarrantyEvents(trx: Trx, changes: readonly Change[]): Promise<void> {
  return recordEvents(
    trx,
    changes.map(({ at, type, row, brand = { slug: '', name: '' } }) => ({
      at,
      type,
      brandId: row.brand_id,
      subject: `warranty:${row.id}`,
      data: toAdminRecord(row, brand, toUtcDate(at)),
    })),
  )
}

/** Records a registration, without reading it back. */
export function registeredEvent(
  { row, owner }: Pick<DraftWarranty, 'row' | 'owner'>,
  { id, contactId, brand }: { id: number; contactId: number; brand: Change['brand'] },
): Change {
  const { created_at: _, email_key: __, ...contact } = owner
  const unsent = { sync_error: null, sync_last_attempt: null, sync_attempts: 0 }
  const unknown = { crm_contact_id: null, crm_differences: null }
  const stored = { ...contact, ...row, ...unsent, ...unknown, id, contact_id: contactId }
  return { at: row.created_at, type: 'warranty.registered', row: stored, brand }
}

/** Returns the type of a change: a status that ends the warranty has a type of its own. */
export function typeOfChange(
  type: 'warranty.updated' | 'warranty.corrected',
  before: Pick<WarrantyRow, 'warranty_status'>,
  after: Pick<WarrantyRow, 'warranty_status'>,
): WarrantyEventType {
  const { warranty_status: status } = after
  if (status === before.warranty_status) return type
  return status === 'voided' || status === 'expired' ? `warranty.${status}` : type
}
