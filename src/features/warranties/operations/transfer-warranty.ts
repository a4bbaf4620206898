import type { Static } from 'typebox'
import { toUtcDate } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { Conflict, Invalid, issue } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { check, mergeIssues } from '../../../platform/schema-issues.ts'
import { checkVersion, type Expected } from '../../../platform/version.ts'
import { changes } from '../../audit/index.ts'
import type { Brands } from '../../brands/index.ts'
import type { WarrantyContext } from '../context.ts'
import { queueSync } from '../crm/queue-sync.ts'
import * as queries from '../queries/queries.ts'
import { replaceTerms } from '../queries/term-queries.ts'
import { AUDITED_FIELDS, auditWarranties } from '../records/audit.ts'
import { contactIssues, toOwner } from '../records/contact.ts'
import { recordWarrantyEvents } from '../records/events.ts'
import { toAdminRecord, toRecord } from '../records/record.ts'
import { selectWarranty, type WarrantySelector } from '../records/select-warranty.ts'
import { transferWarnings } from '../records/warnings.ts'
import { TransferBody } from '../schemas.ts'

interface Input {
  selector: WarrantySelector
  transfer: unknown
  expected?: Expected
}

/**
 * Gives the boat a new owner: closes the current owner's entry and adds another. Concurrent transfers wait for each other,
 * and the history has them all. Returns the full record, with warnings of what is odd about the input.
 * @throws Invalid, Forbidden, NotFound (WARRANTY_NOT_FOUND), Conflict (AMBIGUOUS_HIN, WARRANTY_NOT_TRANSFERABLE),
 * Outdated (PRECONDITION_FAILED)
 */
export async function transferWarranty(ctx: WarrantyContext, input: Input) {
  const brands = await ctx.brands.getFresh()
  const transferred = await ctx.db.write((trx) => transferWarrantyIn(ctx, trx, { brands, ...input }))
  ctx.deliveries.wake()
  return transferred
}

/** Does the same as `transferWarranty` in the caller's transaction. */
export async function transferWarrantyIn(
  ctx: WarrantyContext,
  trx: Trx,
  { brands, selector, transfer: input, expected }: Input & { brands: Brands },
) {
  const { principal } = ctx
  authorize(principal, 'warranty:transfer')
  const transfer = readTransfer(input)
  const { id, brand_id } = await selectWarranty(trx, { principal, brands }, selector)
  const brand = brands.byId.get(brand_id)
  const now = ctx.clock.now()
  await queries.touchWarranty(trx, id, now)
  const before = await queries.getWarranty(trx, id)
  if (expected) checkVersion(expected, toAdminRecord(before, brand!, toUtcDate(now)))
  const registration_date = transfer.registration_date || toUtcDate(now)
  const purchase_date = transfer.purchase_date || registration_date
  const transfer_notes = transfer.transfer_notes || null
  requireTransferable(before, registration_date)
  await queries.updateOwnership(trx, before.contact_id, { transfer_date: registration_date })
  const owner = { ...toOwner(transfer.contact), registration_date, purchase_date, transfer_notes }
  // The time is taken again after the wait for the lock: until then, deliveries showed the previous owner.
  await queries.insertOwnerships(trx, [{ warranty_id: id, ...owner, created_at: ctx.clock.now() }])
  await replaceTerms(trx, { ...before, owner })
  // The CRM's contact is the previous owner's.
  const forgotten = { crm_contact_id: null, crm_differences: null }
  await queries.updateWarranty(trx, id, { registration_date, purchase_date, ...forgotten })
  const change = changes<object>(
    { ...before, contact: before.contact_id, transfer_notes: null },
    { registration_date, purchase_date, contact: 'another', transfer_notes },
    AUDITED_FIELDS,
  )
  await auditWarranties(trx, 'warranty.transferred', [{ at: now, principal, warranty: before, change }])
  await queueSync(ctx, trx, { event: 'warranty.transferred', id, brand })
  const after = await queries.getWarranty(trx, id)
  await recordWarrantyEvents(trx, [{ at: now, type: 'warranty.transferred', row: after, brand }])
  return {
    id,
    warranty: toRecord(after, brand?.name ?? '', toUtcDate(now)),
    warnings: transferWarnings(transfer, now),
  }
}

function readTransfer(input: unknown): Static<typeof TransferBody> {
  const issues = mergeIssues([...contactIssues(input), ...check(TransferBody, input)])
  if (issues.length > 0) throw new Invalid(issues)
  return input as Static<typeof TransferBody>
}

function requireTransferable(before: queries.WarrantyRow, registrationDate: string): void {
  if (registrationDate < before.registration_date) {
    throw new Invalid([
      issue(
        'registration_date',
        `must not be before the current owner's registration date, ${before.registration_date}`,
      ),
    ])
  }
  if (before.warranty_status === 'voided') {
    throw new Conflict(
      'WARRANTY_NOT_TRANSFERABLE',
      'A voided warranty cannot be transferred. If it was voided by mistake, set its status first.',
    )
  }
}
