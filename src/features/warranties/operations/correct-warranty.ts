import { toUtcDate } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { AppError, type Issue } from '../../../platform/errors.ts'
import { changes } from '../../audit/index.ts'
import type { Brands } from '../../brands/index.ts'
import type { WarrantyAdministration } from '../context.ts'
import { queueSync } from '../crm/sync-handler.ts'
import { faultsOfRegistration } from '../import-export/registration-issues.ts'
import * as queries from '../queries/queries.ts'
import { recordWarranties, TOLD } from '../records/audit.ts'
import { toRecord, type WarrantyRecordJson } from '../records/record.ts'
import { CreateBody } from '../schemas.ts'
import { draft, type Registration } from './create-warranty.ts'
import { type NamedWarranty, pickWarranty, showWarranty } from './show-warranty.ts'
import { countStatus, statusIssues } from './update-warranty.ts'

/** The fields to correct. Null: as if it had not been given when the warranty was registered. */
type Fields = Partial<Omit<Registration, 'brand_id' | 'hin' | 'contact'>>

interface Dates {
  registration_date: string
  purchase_date: string
}

export interface Correction {
  fields: Fields
  /** Whose registration and purchase dates these are: 1 is the first owner. The present one's unless given. */
  owner?: number | undefined
}

/**
 * Corrects what was registered, or transferred, by mistake, fields that no request changes among them. What comes of it
 * is held to the rules of a registration. An owner's registration date is also the day on which the owner before gave
 * the boat away. Where nothing differs, nothing is done. Throws VALIDATION_ERROR, and as `pickWarranty`.
 */
export async function correctWarranty(
  ctx: WarrantyAdministration,
  named: NamedWarranty,
  correction: Correction,
) {
  const { db, brands: held } = ctx
  const brands = await held.getFresh()
  const { id, brand_id } = await pickWarranty(db.read, brands, named)
  const before = await showWarranty(db.read, brands, named)
  const { change } = await plan(ctx, db.read, brands, id, correction)
  if (!change) return { before, after: before }
  await db.write(async (trx) => {
    const at = ctx.clock.now()
    await queries.touchWarranty(trx, id, at)
    const { warranty, columns, dates, owner, previous, change } = await plan(ctx, trx, brands, id, correction)
    await queries.updateWarranty(trx, id, columns)
    await countStatus(trx, warranty, columns.warranty_status)
    await queries.updateOwnership(trx, owner.id, dates)
    if (previous) await queries.updateOwnership(trx, previous.id, { transfer_date: dates.registration_date })
    await recordWarranties(trx, 'warranty.corrected', [{ at, principal: ctx.principal, warranty, change }])
    await queueSync(ctx, trx, 'warranty.updated', id, brands.byId.get(brand_id))
  })
  ctx.deliveries.wake()
  return { before, after: await showWarranty(db.read, brands, named) }
}

/** What a correction comes to, in view of what is stored. */
async function plan(
  ctx: WarrantyAdministration,
  reader: Reader,
  brands: Brands,
  id: number,
  correction: Correction,
) {
  const warranty = await queries.getWarranty(reader, id)
  const record = toRecord(warranty, '')
  const owners = await queries.listOwnerships(reader, [id])
  const index = (correction.owner ?? owners.length) - 1
  const [previous, owner, next] = [owners[index - 1], owners[index], owners[index + 1]]
  if (!owner) throw refusal([`owner must be from 1 to ${owners.length}, the present one`])

  const { registration_date, purchase_date } = owner
  const registration = { ...registrationOf(record), registration_date, purchase_date, ...correction.fields }
  // A transfer leaves the cover as it is: it began with the first owner.
  if (registration.warranty_start_date === null && previous) {
    registration.warranty_start_date = owners[0]!.registration_date
  }
  const issues = faultsOfRegistration(registration)
  if (issues.length > 0) throw refusal(issues)

  const { row } = draft(ctx.clock.now(), brands, ctx, registration)
  const dates = { registration_date: row.registration_date, purchase_date: row.purchase_date }
  const { sync_status, created_by, created_at, updated_at, ...rest } = row
  const columns = next ? { ...rest, ...pickDates(record) } : rest
  const status = correction.fields.warranty_status ?? undefined
  const wrong = [
    ...statusIssues(status, row.warranty_end_date, toUtcDate(ctx.clock.now())),
    ...neighbourIssues(dates.registration_date, previous, next),
  ]
  if (wrong.length > 0) throw refusal(wrong.map(({ field, message }) => `${field} ${message}`))
  const change = changes<object>({ ...record, ...pickDates(owner) }, { ...columns, ...dates }, TOLD)
  if (change && next) change.after = { owner: index + 1, ...change.after }
  return { warranty, columns, dates, owner, previous, change }
}

/** What keeps an owner from having come between these two. */
function neighbourIssues(date: string, previous: Dates | undefined, next: Dates | undefined): Issue[] {
  const field = 'registration_date'
  const issues: Issue[] = []
  if (previous && date < previous.registration_date) {
    const message = `must not lie before that of the owner before, ${previous.registration_date}; --owner corrects that one`
    issues.push({ field, message })
  }
  if (next && date > next.registration_date) {
    issues.push({ field, message: `must not lie after that of the next owner, ${next.registration_date}` })
  }
  return issues
}

function pickDates({ registration_date, purchase_date }: Dates): Dates {
  return { registration_date, purchase_date }
}

/** A warranty as it would be registered today. */
function registrationOf(record: WarrantyRecordJson): Registration {
  const fields = Object.keys(CreateBody.properties) as (keyof Registration)[]
  return Object.fromEntries(fields.map((field) => [field, record[field]])) as unknown as Registration
}

function refusal(issues: string[]): AppError {
  return new AppError('VALIDATION_ERROR', `${issues.join('; ')}.`)
}
