import type { Static } from 'typebox'
import { createBatcher } from '../../../platform/batcher.ts'
import type { Micros } from '../../../platform/clock.ts'
import { addMonthsClamped, isCalendarDate } from '../../../platform/dates.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { pipelined } from '../../../platform/db/pipelined.ts'
import { AppError } from '../../../platform/errors.ts'
import type { CodedIssue } from '../../../platform/http/bodies.ts'
import { changes } from '../../audit/index.ts'
import type { Brands } from '../../brands/index.ts'
import type { Author, WarrantyContext } from '../context.ts'
import { syncDelivery } from '../crm/sync-handler.ts'
import { canonicalHin, explainHinFault, isHin } from '../hin/hin.ts'
import * as queries from '../queries/queries.ts'
import { recordWarranties, TOLD } from '../records/audit.ts'
import { toOwner, unreachable } from '../records/contact.ts'
import { toShortContact } from '../records/record.ts'
import { requireBrand } from '../records/select-warranty.ts'
import type { CreateBody } from '../schemas.ts'

interface Item {
  author: Author
  registration: Registration
}

export type Registration = Static<typeof CreateBody>

/** What one registration of several came to. */
type Outcome = { warranty: CreatedWarranty } | { error: AppError }

type CreatedWarranty = ReturnType<typeof toCreated>

const TOGETHER = 64

/**
 * Records warranties as `registerWarranty` does, each in a transaction that it shares with the others that arrive
 * at the same time. Resolves when the warranty is on disk.
 */
export function createRegistrar(ctx: WarrantyContext): (item: Item) => Promise<CreatedWarranty> {
  const batch = createBatcher<Item, Outcome>(
    TOGETHER,
    async (items) => {
      const brands = await ctx.brands.getFresh()
      const outcomes = await ctx.db.write((trx) => registerTogether(ctx, trx, brands, items))
      ctx.deliveries.wake()
      return outcomes
    },
    { concurrency: ctx.db.dialect === 'postgres' ? 2 : 1 },
  )
  return async (item) => {
    const outcome = await batch(item)
    if ('error' in outcome) throw outcome.error
    return outcome.warranty
  }
}

/** What the schema of a registration cannot tell. */
export function registrationIssues(body: unknown): CodedIssue[] {
  const { hin, registration_date, warranty_start_date, warranty_duration_months } = (body ?? {}) as Record<
    string,
    unknown
  >
  const issues: CodedIssue[] = unreachable(body)
  if (hin !== undefined && hin !== null && !(typeof hin === 'string' && isHin(hin))) {
    const message =
      typeof hin === 'string' ? explainHinFault(hin) : 'must be a string of exactly 12 letters and digits'
    issues.unshift({ field: 'hin', message, code: 'INVALID_HIN_FORMAT' })
  }
  const start = warranty_start_date || registration_date
  if (typeof start === 'string' && typeof warranty_duration_months === 'number') {
    issues.push(...endDateIssues(start, warranty_duration_months))
  }
  return issues
}

/** The fault of a duration that leads past the last year that dates may have. */
export function endDateIssues(start: string, months: number): CodedIssue[] {
  const counts = Number.isInteger(months) && months >= 1 && months <= 1200 && isCalendarDate(start)
  if (!counts || addMonthsClamped(start, months) !== null) return []
  return [{ field: 'warranty_duration_months', message: 'leads to an end date after the year 2999' }]
}

/**
 * Records one warranty. Throws BRAND_NOT_PERMITTED, or DUPLICATE_HIN when the brand has one with this HIN.
 * The CRM is told later, from the same transaction's outbox.
 */
export async function registerWarranty(
  ctx: WarrantyContext,
  trx: Trx,
  brands: Brands,
  { author, registration }: Item,
): Promise<CreatedWarranty> {
  requireBrand(author, registration.brand_id)
  const [outcome] = await registerTogether(ctx, trx, brands, [{ author, registration }])
  if ('error' in outcome!) throw outcome.error
  return outcome!.warranty
}

/**
 * Records several warranties with as many statements as one takes. Each stands or fails alone: the second of
 * two with one HIN is the duplicate. The callers' permission for the brands has been checked.
 */
async function registerTogether(
  ctx: WarrantyContext,
  trx: Trx,
  brands: Brands,
  items: Item[],
): Promise<Outcome[]> {
  const drafts = items.map(({ author, registration }) => draft(ctx.clock.now(), brands, author, registration))
  // In one order everywhere: two transactions with the same HINs wait for each other in turn, never in a circle.
  const rows = firstOfEach(drafts.map(({ row }) => row)).sort(
    (a, b) => a.brand_id - b.brand_id || (a.hin < b.hin ? -1 : 1),
  )
  const inserted = new Map((await queries.insertWarranties(trx, rows)).map((row) => [nameOf(row), row.id]))
  const outcomes: Outcome[] = []
  const made: { id: number; draft: Draft }[] = []
  for (const one of drafts) {
    const id = inserted.get(nameOf(one.row))
    if (id === undefined) {
      outcomes.push({ error: duplicate(one.row.hin) })
      continue
    }
    inserted.delete(nameOf(one.row))
    made.push({ id, draft: one })
    outcomes.push({ warranty: toCreated(one) })
  }
  if (made.length > 0) await complete(ctx, trx, brands, made)
  return outcomes
}

export type Draft = ReturnType<typeof draft>

async function complete(
  ctx: WarrantyContext,
  trx: Trx,
  brands: Brands,
  made: { id: number; draft: Draft }[],
) {
  const owners = made.map(({ id, draft }) => ({ warranty_id: id, ...draft.owner }))
  const syncs = made.flatMap(({ id, draft }) => {
    const synced = brands.byId.get(draft.row.brand_id)?.warrantyCrm
    return synced ? [syncDelivery('warranty.registered', id, draft.row.brand_id)] : []
  })
  await pipelined([
    queries.insertOwnerships(trx, owners),
    ctx.deliveries.enqueueAll(trx, syncs),
    recordRegistrations(trx, made),
    // Last: until the transaction ends, others wait for these rows.
    queries.addToCounts(trx, tally(made.map(({ draft }) => draft.row))),
  ])
}

/** Writes to the audit trail who registered these. */
export async function recordRegistrations(
  trx: Trx,
  made: readonly { id: number; draft: Pick<Draft, 'row' | 'principal'> }[],
): Promise<void> {
  await recordWarranties(
    trx,
    'warranty.registered',
    made.map(({ id, draft: { row, principal } }) => ({
      at: row.created_at,
      principal,
      warranty: { id, hin: row.hin, brand_id: row.brand_id },
      change: changes(null, toTold(row), TOLD),
    })),
  )
}

/** How many of each brand and status these are. */
export function tally(rows: readonly Pick<Draft['row'], 'brand_id' | 'warranty_status'>[]) {
  const counts = new Map<string, { brand_id: number; warranty_status: string; total: number }>()
  for (const { brand_id, warranty_status } of rows) {
    const key = `${brand_id} ${warranty_status}`
    const count = counts.get(key) ?? { brand_id, warranty_status, total: 0 }
    count.total++
    counts.set(key, count)
  }
  return [...counts.values()]
}

/** The rows of a registration whose input has been checked: the warranty's, and its owner's. */
export function draft(
  now: Micros,
  brands: Brands,
  { principal }: Pick<Author, 'principal'>,
  registration: Registration,
) {
  const { registration_date } = registration
  const purchase_date = registration.purchase_date || registration_date
  const start = registration.warranty_start_date || registration_date
  const months = registration.warranty_duration_months ?? null
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
    warranty_end_date: months === null ? null : addMonthsClamped(start, months),
    coverage_type: registration.coverage_type ?? null,
    warranty_status: registration.warranty_status ?? 'active',
    warranty_notes: registration.warranty_notes || null,
    order_number: registration.order_number || null,
    external_order_number: registration.external_order_number || null,
    warranty_external_id: registration.warranty_external_id || null,
    sync_status: brands.byId.get(registration.brand_id)?.warrantyCrm ? 'pending' : 'not_configured',
    // Nobody's number where no user did it; the audit trail says who did.
    created_by: principal.kind === 'user' ? principal.id : 0,
    created_at: now,
    updated_at: now,
  } satisfies Partial<queries.NewWarranty>
  const owner = { ...toOwner(registration.contact), registration_date, purchase_date, created_at: now }
  return { row, owner, principal }
}

function toTold({
  brand_id: _,
  hin,
  sync_status,
  created_by,
  created_at,
  updated_at,
  ...told
}: Draft['row']) {
  return told
}

function toCreated({ row, owner }: Draft) {
  return {
    hin: row.hin,
    brand_id: row.brand_id,
    model: row.model,
    model_year: row.model_year,
    registration_date: row.registration_date,
    warranty_status: row.warranty_status,
    contact: toShortContact(owner),
  }
}

function firstOfEach(rows: Draft['row'][]): Draft['row'][] {
  return [...Map.groupBy(rows, nameOf).values()].map(([first]) => first!)
}

function nameOf({ brand_id, hin }: { brand_id: number; hin: string }): string {
  return `${brand_id} ${hin}`
}

function duplicate(hin: string): AppError {
  return new AppError('DUPLICATE_HIN', `A warranty with the HIN ${hin} already exists for this brand.`)
}
