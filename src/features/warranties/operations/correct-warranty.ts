import { toUtcDate } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { Invalid, type Issue, issue } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { checkVersion, type Expected } from '../../../platform/version.ts'
import { changes } from '../../audit/index.ts'
import type { Brands } from '../../brands/index.ts'
import type { WarrantyContext } from '../context.ts'
import { queueSync } from '../crm/queue-sync.ts'
import { checkRegistration } from '../import-export/registration-issues.ts'
import * as queries from '../queries/queries.ts'
import { AUDITED_FIELDS, auditWarranties } from '../records/audit.ts'
import { recordWarrantyEvents, typeOfChange } from '../records/events.ts'
import { draftWarranty } from '../records/new-warranty.ts'
import { toAdminRecord, toRecord, type WarrantyRecordJson } from '../records/record.ts'
import type { Registration } from '../records/registration.ts'
import type { WarrantySelector } from '../records/select-warranty.ts'
import { countStatus, statusIssues } from '../records/status.ts'
import { CreateBody } from '../schemas.ts'
import { describeWarranty, pickWarranty, type ShownWarranty } from './show-warranty.ts'

/** The fields to correct. Null means that the field was not given at registration. */
export type CorrectedFields = Partial<Omit<Registration, 'brand_id' | 'hin' | 'contact'>>

interface Input {
  selector: WarrantySelector
  fields: CorrectedFields
  /** The owner whose registration and purchase dates to correct: 1 is the first. Default: the present owner. */
  owner?: number | undefined
  expected?: Expected
}

interface Dates {
  registration_date: string
  purchase_date: string
}

/** A warranty before and after a correction. */
export interface Correction {
  before: ShownWarranty
  after: ShownWarranty
}

/**
 * Corrects what was registered or transferred by mistake, fields that no update changes included. The result must obey the
 * rules of a registration. An owner's registration date is also the transfer date of the owner before. Does nothing when
 * nothing differs.
 * @throws Invalid, Forbidden, NotFound (WARRANTY_NOT_FOUND), Conflict (AMBIGUOUS_HIN), Outdated (PRECONDITION_FAILED)
 */
export async function correctWarranty(ctx: WarrantyContext, input: Input): Promise<Correction> {
  const { db, principal } = ctx
  authorize(principal, 'warranty:correct')
  const brands = await ctx.brands.getFresh()
  const row = await pickWarranty(ctx, brands, input.selector)
  const { id, brand_id } = row
  const brand = brands.byId.get(brand_id)!
  checkVersion(input.expected, toAdminRecord(row, brand, toUtcDate(ctx.clock.now())))
  const before = await describeWarranty(ctx, brands, row)
  const { change } = await plan(ctx, db.read, { brands, id, input })
  if (!change) return { before, after: before }
  await db.write(async (trx) => {
    const at = ctx.clock.now()
    await queries.touchWarranty(trx, id, at)
    checkVersion(input.expected, toAdminRecord(await queries.getWarranty(trx, id), brand, toUtcDate(at)))
    const { warranty, columns, dates, owner, previous, change } = await plan(ctx, trx, { brands, id, input })
    await queries.updateWarranty(trx, id, columns)
    await countStatus(trx, warranty, columns.warranty_status)
    await queries.updateOwnership(trx, owner.id, dates)
    if (previous) await queries.updateOwnership(trx, previous.id, { transfer_date: dates.registration_date })
    await auditWarranties(trx, 'warranty.corrected', [{ at, principal, warranty, change }])
    await queueSync(ctx, trx, { event: 'warranty.updated', id, brand })
    const row = await queries.getWarranty(trx, id)
    const type = typeOfChange('warranty.corrected', warranty, row)
    await recordWarrantyEvents(trx, [{ at, type, row, brand }])
  })
  ctx.deliveries.wake()
  return { before, after: await describeWarranty(ctx, brands, await queries.getWarranty(db.read, id)) }
}

/** Returns what a correction changes in the stored warranty. */
async function plan(
  { clock, principal }: WarrantyContext,
  reader: Reader,
  { brands, id, input }: { brands: Brands; id: number; input: Input },
) {
  const at = clock.now()
  const today = toUtcDate(at)
  const warranty = await queries.getWarranty(reader, id)
  const record = toRecord(warranty, '', today)
  const owners = await queries.listOwnerships(reader, [id])
  const index = (input.owner ?? owners.length) - 1
  const [previous, owner, next] = [owners[index - 1], owners[index], owners[index + 1]]
  if (!owner) throw new Invalid([issue('owner', `must be from 1 to ${owners.length}, the present owner`)])

  const registration = { ...registrationOf(record), ...pickDates(owner), ...input.fields }
  // A transfer keeps the cover, which began with the first owner.
  if (registration.warranty_start_date === null && previous) {
    registration.warranty_start_date = owners[0]!.registration_date
  }
  refuse(checkRegistration(registration))

  const { row } = draftWarranty(registration, { at, brand: brands.byId.get(record.brand_id), principal })
  const dates = pickDates(row)
  refuse([
    ...statusIssues(input.fields.warranty_status, row.warranty_end_date, today),
    ...neighborIssues(dates.registration_date, previous, next),
  ])
  const { sync_status: _, created_by, created_at, updated_at, ...rest } = row
  const before = { ...record, ...pickDates(owner), warranty_status: warranty.warranty_status }
  const columns = next ? { ...rest, ...pickDates(record) } : rest
  const change = changes<object>(before, { ...columns, ...dates }, AUDITED_FIELDS)
  if (change && next) change.after = { owner: index + 1, ...change.after }
  return { warranty, columns, dates, owner, previous, change }
}

/** Returns the issues of an owner who would not come between the two others. */
function neighborIssues(date: string, previous: Dates | undefined, next: Dates | undefined): Issue[] {
  const field = 'registration_date'
  const issues: Issue[] = []
  if (previous && date < previous.registration_date) {
    issues.push(
      issue(
        field,
        `must not be before that of the previous owner, ${previous.registration_date}. Correct that one first`,
      ),
    )
  }
  if (next && date > next.registration_date) {
    issues.push(issue(field, `must not be after that of the next owner, ${next.registration_date}`))
  }
  return issues
}

function pickDates({ registration_date, purchase_date }: Dates): Dates {
  return { registration_date, purchase_date }
}

/** Returns the registration that would create this record. */
function registrationOf(record: WarrantyRecordJson): Registration {
  const fields = Object.keys(CreateBody.properties) as (keyof Registration)[]
  return Object.fromEntries(fields.map((field) => [field, record[field]])) as unknown as Registration
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw new Invalid(issues)
}
