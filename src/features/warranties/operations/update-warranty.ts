import { toUtcDate } from '../../../platform/clock.ts'
import { addMonthsClamped } from '../../../platform/dates.ts'
import { Invalid } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { emailKey } from '../../../platform/validate.ts'
import { checkVersion, type Expected } from '../../../platform/version.ts'
import { changes } from '../../audit/index.ts'
import type { WarrantyContext } from '../context.ts'
import { queueSync } from '../crm/queue-sync.ts'
import * as queries from '../queries/queries.ts'
import { replaceTerms } from '../queries/term-queries.ts'
import { AUDITED_FIELDS, auditWarranties } from '../records/audit.ts'
import { DEFAULT_COUNTRY, UNREACHABLE } from '../records/contact.ts'
import { recordWarrantyEvents, typeOfChange } from '../records/events.ts'
import { toAdminRecord, toRecord, type WarrantyRecordJson } from '../records/record.ts'
import { endDateIssues } from '../records/registration.ts'
import { selectWarranty, type WarrantySelector } from '../records/select-warranty.ts'
import { countStatus, currentStatus, statusIssues } from '../records/status.ts'
import { fixedFieldIssues, readUpdate, type Update } from '../records/update.ts'

/**
 * Changes the given fields. Omitted fields keep their values, and null clears one. Concurrent updates of different fields
 * both hold. Returns the full record.
 * @throws Invalid, Forbidden, NotFound (WARRANTY_NOT_FOUND), Conflict (AMBIGUOUS_HIN), Outdated (PRECONDITION_FAILED)
 */
export async function updateWarranty(
  ctx: WarrantyContext,
  { selector, update: input, expected }: { selector: WarrantySelector; update: unknown; expected?: Expected },
): Promise<WarrantyRecordJson> {
  const { principal } = ctx
  authorize(principal, 'warranty:update')
  const update = readUpdate(input)
  const brands = await ctx.brands.getFresh()
  const { id, brand_id } = await selectWarranty(ctx.db.read, { principal, brands }, selector)
  const brand = brands.byId.get(brand_id)
  const brandName = brand?.name ?? ''
  const updated = await ctx.db.write(async (trx) => {
    const now = ctx.clock.now()
    const today = toUtcDate(now)
    await queries.touchWarranty(trx, id, now)
    const before = await queries.getWarranty(trx, id)
    if (expected) checkVersion(expected, toAdminRecord(before, brand!, today))
    const warranty = warrantyColumns(before, update, today)
    const owner = ownerColumns(update.contact)
    const issues = [
      ...fixedFieldIssues(update, toRecord(before, brandName, today)),
      ...endDateIssues(before.warranty_start_date, update.warranty_duration_months ?? 0),
      ...contactIssues(before, owner),
      ...statusIssues(update.warranty_status, { ...before, ...warranty }.warranty_end_date, today),
    ]
    if (issues.length > 0) throw new Invalid(issues)
    await queries.updateWarranty(trx, id, warranty)
    if (Object.keys(owner).length > 0) {
      await queries.updateOwnership(trx, before.contact_id, owner)
      const emailKeyBefore = before.email === null ? null : emailKey(before.email)
      await replaceTerms(trx, { ...before, owner: { ...before, email_key: emailKeyBefore, ...owner } })
    }
    await countStatus(trx, before, warranty.warranty_status)
    const { email_key: _, ...contact } = owner
    const change = changes<Partial<queries.WarrantyRow>>(before, { ...warranty, ...contact }, AUDITED_FIELDS)
    await auditWarranties(trx, 'warranty.updated', [{ at: now, principal, warranty: before, change }])
    await queueSync(ctx, trx, { event: 'warranty.updated', id, brand })
    const row = await queries.getWarranty(trx, id)
    const type = typeOfChange('warranty.updated', before, row)
    await recordWarrantyEvents(trx, [{ at: now, type, row, brand }])
    return row
  })
  ctx.deliveries.wake()
  return toRecord(updated, brandName, toUtcDate(ctx.clock.now()))
}

function warrantyColumns(before: queries.WarrantyRow, update: Update, today: string) {
  const { warranty_duration_months: months, coverage_type, warranty_notes } = update
  const dates =
    months === undefined
      ? {}
      : {
          warranty_duration_months: months,
          warranty_end_date: months === null ? null : addMonthsClamped(before.warranty_start_date, months),
        }
  const warranty_status = update.warranty_status ?? before.warranty_status
  return {
    ...dates,
    ...(coverage_type === undefined ? {} : { coverage_type: coverage_type || null }),
    ...(warranty_notes === undefined ? {} : { warranty_notes: warranty_notes || null }),
    warranty_status: currentStatus({ ...before, ...dates, warranty_status }, today),
  }
}

function ownerColumns(contact: Update['contact']): Partial<queries.NewOwnership> {
  if (!contact) return {}
  const { first_name, last_name, zipcode, email, phone, address, city, state, country_code } = contact
  const columns = {
    first_name,
    last_name,
    zipcode,
    email: orNull(email),
    email_key: email === undefined ? undefined : email ? emailKey(email) : null,
    phone: orNull(phone),
    address: orNull(address),
    city: orNull(city),
    state: orNull(state),
    country_code: country_code === undefined ? undefined : (country_code || DEFAULT_COUNTRY).toUpperCase(),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function orNull(text: string | null | undefined): string | null | undefined {
  return text === undefined ? undefined : text || null
}

/** An erased owner has neither e-mail address nor phone number. The record may still be sent back as it is. */
function contactIssues(before: queries.WarrantyRow, owner: Partial<queries.NewOwnership>) {
  const after = { ...before, ...owner }
  const { email_key: _, ...shown } = owner
  const differs = Object.entries(shown).some(([name, value]) => before[name as keyof typeof before] !== value)
  return differs && !after.email && !after.phone ? [UNREACHABLE] : []
}
