import type { Static } from 'typebox'
import { toUtcDate } from '../../../platform/clock.ts'
import { addMonthsClamped } from '../../../platform/dates.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { AppError, type Issue } from '../../../platform/errors.ts'
import { emailKey } from '../../../platform/validate.ts'
import { changes } from '../../audit/index.ts'
import type { Author, WarrantyContext } from '../context.ts'
import { queueSync } from '../crm/sync-handler.ts'
import * as queries from '../queries/queries.ts'
import { recordWarranties, TOLD } from '../records/audit.ts'
import { toRecord, type WarrantyRecordJson } from '../records/record.ts'
import { findWarranty, type WarrantySelector } from '../records/select-warranty.ts'
import type { UpdateBody } from '../schemas.ts'
import { endDateIssues } from './create-warranty.ts'

type Change = Static<typeof UpdateBody>

/**
 * Changes the fields that are given: absent is left as it is, null is cleared. Changes of different fields at
 * the same time both hold. Throws VALIDATION_ERROR when the result would break a rule.
 */
export async function updateWarranty(
  ctx: WarrantyContext,
  author: Author,
  selector: WarrantySelector,
  change: Change,
): Promise<WarrantyRecordJson> {
  const { id, brand_id } = await findWarranty(ctx.db.read, author, selector)
  const brand = (await ctx.brands.getFresh()).byId.get(brand_id)
  const updated = await ctx.db.write(async (trx) => {
    const now = ctx.clock.now()
    await queries.touchWarranty(trx, id, now)
    const before = await queries.getWarranty(trx, id)
    const warranty = warrantyColumns(before, change)
    const owner = ownerColumns(change.contact)
    refuseIssues(before, { ...before, ...warranty, ...owner }, change, toUtcDate(now))
    if (Object.keys(warranty).length > 0) await queries.updateWarranty(trx, id, warranty)
    if (Object.keys(owner).length > 0) await queries.updateOwnership(trx, before.contact_id, owner)
    await countStatus(trx, before, warranty.warranty_status)
    const { email_key: _, ...contact } = owner
    const made = changes<Partial<queries.WarrantyRow>>(before, { ...warranty, ...contact }, TOLD)
    await recordWarranties(trx, 'warranty.updated', [
      { at: now, principal: author.principal, warranty: before, change: made },
    ])
    await queueSync(ctx, trx, 'warranty.updated', id, brand)
    return queries.getWarranty(trx, id)
  })
  ctx.deliveries.wake()
  return toRecord(updated, brand?.name ?? '')
}

/** Keeps the brand's totals by status true, where a warranty gets another one. */
export async function countStatus(
  trx: Trx,
  { brand_id, warranty_status }: Pick<queries.WarrantyRow, 'brand_id' | 'warranty_status'>,
  status = warranty_status,
): Promise<void> {
  if (status === warranty_status) return
  await queries.addToCounts(trx, [
    { brand_id, warranty_status, total: -1 },
    { brand_id, warranty_status: status, total: 1 },
  ])
}

/** The fault of a warranty that is to become active though its end date has passed. */
export function statusIssues(status: string | undefined, end: string | null, today: string): Issue[] {
  if (status !== 'active' || end === null || end >= today) return []
  const message = `cannot become active: the warranty ended on ${end}. Extend warranty_duration_months first, or in the same request`
  return [{ field: 'warranty_status', message }]
}

function warrantyColumns(before: queries.WarrantyRow, change: Change) {
  const months = change.warranty_duration_months
  const start = before.warranty_start_date
  return {
    ...(months === undefined
      ? {}
      : {
          warranty_duration_months: months,
          warranty_end_date: months === null ? null : addMonthsClamped(start, months),
        }),
    ...(change.coverage_type === undefined ? {} : { coverage_type: change.coverage_type }),
    ...(change.warranty_status === undefined ? {} : { warranty_status: change.warranty_status }),
    ...(change.warranty_notes === undefined ? {} : { warranty_notes: change.warranty_notes || null }),
  }
}

function ownerColumns(contact: Change['contact']): Partial<queries.NewOwnership> {
  if (!contact) return {}
  const { first_name, last_name, zipcode, email, phone, address, city, state, country_code } = contact
  const given = {
    first_name,
    last_name,
    zipcode,
    email: orNull(email),
    email_key: email === undefined ? undefined : email ? emailKey(email) : null,
    phone: orNull(phone),
    address: orNull(address),
    city: orNull(city),
    state: orNull(state),
    country_code: country_code === undefined ? undefined : (country_code || 'US').toUpperCase(),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function orNull(text: string | null | undefined): string | null | undefined {
  return text === undefined ? undefined : text || null
}

function refuseIssues(
  before: queries.WarrantyRow,
  after: { email?: string | null; phone?: string | null; warranty_end_date: string | null },
  change: Change,
  today: string,
) {
  const issues: Issue[] = endDateIssues(before.warranty_start_date, change.warranty_duration_months ?? 0)
  // An owner whose data was erased has neither, and the warranty may still change.
  if (change.contact && !after.email && !after.phone) {
    issues.push({ field: 'contact.email', message: 'or contact.phone must remain: at least one of the two' })
  }
  issues.push(...statusIssues(change.warranty_status, after.warranty_end_date, today))
  const [first] = issues
  if (first) throw new AppError('VALIDATION_ERROR', `${first.field} ${first.message}`, { issues })
}
