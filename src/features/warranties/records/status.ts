import type { Trx } from '../../../platform/db/db.ts'
import { type Issue, issue } from '../../../platform/errors.ts'
import { addToCounts, type WarrantyRow } from '../queries/queries.ts'

type Dated = Pick<WarrantyRow, 'warranty_status' | 'warranty_end_date'>

/**
 * Returns the status to show and to store: a warranty past its end date is never active, even before the daily run has
 * stored that.
 * @param today the date in UTC, `YYYY-MM-DD`
 */
export function currentStatus({ warranty_status, warranty_end_date }: Dated, today: string): string {
  return warranty_status === 'active' && hasEnded(warranty_end_date, today) ? 'expired' : warranty_status
}

/** Returns the issue of setting a warranty active after its end date. */
export function statusIssues(status: string | null | undefined, end: string | null, today: string): Issue[] {
  if (status !== 'active' || !hasEnded(end, today)) return []
  return [
    issue(
      'warranty_status',
      `cannot become active because the warranty ended on ${end}. Extend warranty_duration_months first, or in the same request`,
    ),
  ]
}

/** Keeps the brand's totals by status correct when a warranty's status changes. */
export async function countStatus(
  trx: Trx,
  { brand_id, warranty_status }: Pick<WarrantyRow, 'brand_id' | 'warranty_status'>,
  status: string,
): Promise<void> {
  if (status === warranty_status) return
  await addToCounts(trx, [
    { brand_id, warranty_status, total: -1 },
    { brand_id, warranty_status: status, total: 1 },
  ])
}

function hasEnded(end: string | null, today: string): boolean {
  return end !== null && end < today
}
