import { toUtcDate } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import { changes } from '../../audit/index.ts'
import { recordWarranties, TOLD } from '../audit.ts'
import type { WarrantyAdministration } from '../context.ts'
import { queueSync } from '../crm-sync.ts'
import * as queries from '../queries.ts'
import { toRecord, type WarrantyRecordJson } from '../record.ts'
import { draft, type Registration } from '../register-warranty.ts'
import { CreateBody } from '../schemas.ts'
import { countStatus, statusFaults } from '../update-warranty.ts'
import { faultsOfRegistration } from './registration-faults.ts'
import { type NamedWarranty, pickWarranty } from './show-warranty.ts'

/** The fields to correct. Null: as if it had not been given when the warranty was registered. */
export type Correction = Partial<Omit<Registration, 'brand_id' | 'hin' | 'contact'>>

/**
 * Corrects what was registered, or transferred, by mistake, fields that no request changes among them. What comes of it
 * is held to the rules of a registration. The registration date is the one of the present owner: at the same time the
 * day on which the owner before gave the boat away. Throws VALIDATION_ERROR, and as `pickWarranty`.
 */
export async function correctWarranty(
  ctx: WarrantyAdministration,
  named: NamedWarranty,
  correction: Correction,
) {
  const brands = await ctx.brands.current()
  const { id, brand_id } = await pickWarranty(ctx.db.read, brands, named)
  const brand = brands.byId.get(brand_id)!
  const corrected = await ctx.db.write(async (trx) => {
    const now = ctx.clock.now()
    await queries.touchWarranty(trx, id, now)
    const before = { ...toRecord(await queries.getWarranty(trx, id), brand.name), id }
    const earlier = (await queries.listOwnerships(trx, [id])).at(-2)

    const registration = { ...registrationOf(before), ...correction }
    refuse(faultsOfRegistration(registration))
    const { row } = draft(ctx, brands, ctx, registration)
    const { registration_date, purchase_date, warranty_end_date: end } = row
    const status = correction.warranty_status ?? undefined
    const faults = statusFaults(status, end, toUtcDate(now)).map(
      ({ field, message }) => `${field} ${message}`,
    )
    if (earlier && registration_date < earlier.registration_date) {
      faults.push(
        `registration_date must not lie before that of the owner before, ${earlier.registration_date}`,
      )
    }
    refuse(faults)

    const { sync_status, created_by, created_at, updated_at, ...columns } = row
    await queries.updateWarranty(trx, id, columns)
    await queries.updateOwnership(trx, before.contact.contact_id, { registration_date, purchase_date })
    if (earlier) await queries.updateOwnership(trx, earlier.id, { transfer_date: registration_date })
    await countStatus(trx, before, columns.warranty_status)
    const change = changes<object>(before, columns, TOLD)
    await recordWarranties(trx, 'warranty.corrected', [
      { at: now, actor: ctx.actor, warranty: before, change },
    ])
    await queueSync(ctx, trx, 'warranty.updated', id, brand)
    return { before, after: toRecord(await queries.getWarranty(trx, id), brand.name) }
  })
  ctx.deliveries.wake()
  return { brand: brand.slug, ...corrected }
}

/** A warranty as it would be registered today. */
function registrationOf(record: WarrantyRecordJson): Registration {
  const fields = Object.keys(CreateBody.properties) as (keyof Registration)[]
  return Object.fromEntries(fields.map((field) => [field, record[field]])) as unknown as Registration
}

function refuse(faults: string[]): void {
  if (faults.length > 0) throw new AppError('VALIDATION_ERROR', `${faults.join('; ')}.`)
}
