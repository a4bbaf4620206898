import { type Micros, toUtcDate } from '../../../platform/clock.ts'
import { addMonthsClamped } from '../../../platform/dates.ts'
import type { Actor } from '../../../platform/principal.ts'
import type { Brand } from '../../brands/index.ts'
import { canonicalHin } from '../hin/hin.ts'
import type { NewWarranty } from '../queries/queries.ts'
import { toOwner } from './contact.ts'
import type { Registration } from './registration.ts'
import { currentStatus } from './status.ts'

/** A warranty that is about to be inserted. */
export type DraftWarranty = ReturnType<typeof draftWarranty>

/** Returns the rows of a valid registration: the warranty's and its owner's. */
export function draftWarranty(
  registration: Registration,
  { at, brand, principal }: { at: Micros; brand: Brand | undefined; principal: Actor },
) {
  const { registration_date } = registration
  const purchase_date = registration.purchase_date || registration_date
  const start = registration.warranty_start_date || registration_date
  const months = registration.warranty_duration_months ?? null
  const warranty_end_date = months === null ? null : addMonthsClamped(start, months)
  const warranty_status = registration.warranty_status || 'active'
  const row = {
    brand_id: registration.brand_id,
    hin: canonicalHin(registration.hin),
    model: registration.model,
    model_code: registration.model_code || null,
    model_year: registration.model_year,
    is_used: registration.is_used ?? false,
    registration_date,
    purchase_date,
    warranty_start_date: start,
    warranty_duration_months: months,
    warranty_end_date,
    coverage_type: registration.coverage_type || null,
    warranty_status: currentStatus({ warranty_status, warranty_end_date }, toUtcDate(at)),
    warranty_notes: registration.warranty_notes || null,
    order_number: registration.order_number || null,
    external_order_number: registration.external_order_number || null,
    warranty_external_id: registration.warranty_external_id || null,
    sync_status: brand?.warrantyCrm ? 'pending' : 'not_configured',
    // 0 means that no user did it. The audit trail says who did.
    created_by: principal.kind === 'user' ? principal.id : 0,
    created_at: at,
    updated_at: at,
  } satisfies Partial<NewWarranty>
  const owner = { ...toOwner(registration.contact), registration_date, purchase_date, created_at: at }
  return { row, owner, principal }
}

/** Returns how many warranties each brand gets with each status. */
export function tally(rows: readonly Pick<DraftWarranty['row'], 'brand_id' | 'warranty_status'>[]) {
  const groups = Map.groupBy(rows, ({ brand_id, warranty_status }) => `${brand_id} ${warranty_status}`)
  return [...groups.values()].map((group) => {
    const { brand_id, warranty_status } = group[0]!
    return { brand_id, warranty_status, total: group.length }
  })
}
