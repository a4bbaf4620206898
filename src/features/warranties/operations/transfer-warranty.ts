import type { Static } from 'typebox'
import { toUtcDate } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { changes } from '../../audit/index.ts'
import type { Brands } from '../../brands/index.ts'
import type { Author, WarrantyContext } from '../context.ts'
import { queueSync } from '../crm/sync-handler.ts'
import * as queries from '../queries/queries.ts'
import { recordWarranties, TOLD } from '../records/audit.ts'
import { toOwner } from '../records/contact.ts'
import { toRecord, type WarrantyRecordJson } from '../records/record.ts'
import { findWarranty, type WarrantySelector } from '../records/select-warranty.ts'
import type { TransferBody } from '../schemas.ts'

type Transfer = Static<typeof TransferBody>

/**
 * Gives the boat a new owner: closes the present owner's entry and opens another. Transfers at the same time
 * wait for each other and all stand in the history. Throws WARRANTY_NOT_TRANSFERABLE when it is voided.
 */
export async function transferWarranty(
  ctx: WarrantyContext,
  trx: Trx,
  brands: Brands,
  author: Author,
  selector: WarrantySelector,
  transfer: Transfer,
): Promise<WarrantyRecordJson> {
  const { id, brand_id } = await findWarranty(trx, author, selector)
  const brand = brands.byId.get(brand_id)
  const now = ctx.clock.now()
  await queries.touchWarranty(trx, id, now)
  const before = await queries.getWarranty(trx, id)
  const registration_date = transfer.registration_date || toUtcDate(now)
  const purchase_date = transfer.purchase_date || registration_date
  const transfer_notes = transfer.transfer_notes || null
  if (registration_date < before.registration_date) {
    const message = `must not lie before the present owner's, ${before.registration_date}`
    throw new AppError('VALIDATION_ERROR', `registration_date ${message}`, {
      issues: [{ field: 'registration_date', message }],
    })
  }
  if (before.warranty_status === 'voided') {
    throw new AppError('WARRANTY_NOT_TRANSFERABLE', 'A voided warranty cannot be transferred.')
  }
  await queries.updateOwnership(trx, before.contact_id, { transfer_date: registration_date })
  await queries.insertOwnerships(trx, [
    {
      warranty_id: id,
      ...toOwner(transfer.contact),
      registration_date,
      purchase_date,
      transfer_notes,
      // After what was waited for: till then deliveries told of the owner before.
      created_at: ctx.clock.now(),
    },
  ])
  // What the CRM said was of the owner before.
  const learned = { crm_contact_id: null, crm_differences: null }
  await queries.updateWarranty(trx, id, { registration_date, purchase_date, ...learned })
  const change = changes<object>(
    { ...before, contact: before.contact_id, transfer_notes: null },
    { registration_date, purchase_date, contact: 'another', transfer_notes },
    TOLD,
  )
  await recordWarranties(trx, 'warranty.transferred', [
    { at: now, principal: author.principal, warranty: before, change },
  ])
  await queueSync(ctx, trx, 'warranty.transferred', id, brand)
  return toRecord(await queries.getWarranty(trx, id), brand?.name ?? '')
}
