import { type Batcher, createBatcher } from '../../../platform/batcher.ts'
import { toUtcDate } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { pipelined } from '../../../platform/db/pipelined.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize, type Principal } from '../../../platform/principal.ts'
import type { Brands } from '../../brands/index.ts'
import type { WarrantyContext, WarrantyServices } from '../context.ts'
import { syncDelivery } from '../crm/queue-sync.ts'
import * as queries from '../queries/queries.ts'
import { insertTerms } from '../queries/term-queries.ts'
import { auditRegistrations } from '../records/audit.ts'
import { recordWarrantyEvents, registeredEvent } from '../records/events.ts'
import { type DraftWarranty, draftWarranty, tally } from '../records/new-warranty.ts'
import { toCreated } from '../records/record.ts'
import { type Registration, readRegistration } from '../records/registration.ts'
import { requireBrand } from '../records/select-warranty.ts'
import { registrationWarnings } from '../records/warnings.ts'

const MAX_BATCH = 64

interface Item {
  principal: Principal
  registration: Registration
}

/** The result of one registration of a batch. */
type Outcome = { id: number; warranty: ReturnType<typeof toCreated> } | { error: Conflict }

/** Creates warranties, those that arrive together in one transaction. */
export type Registrations = Batcher<Item, Outcome>

/**
 * Creates a warranty and queues its delivery to the CRM. Returns once it is on disk, with warnings of what is odd about
 * the input.
 * @throws Invalid (INVALID_HIN_FORMAT, VALIDATION_ERROR), Forbidden, Conflict (DUPLICATE_HIN)
 */
export async function createWarranty(
  ctx: WarrantyContext & { registrations: Registrations },
  input: unknown,
) {
  const registration = admit(ctx, input)
  const outcome = await ctx.registrations({ principal: ctx.principal, registration })
  return withWarnings(ctx, registration, outcome)
}

/** Does the same as `createWarranty` in the caller's transaction. */
export async function createWarrantyIn(
  ctx: WarrantyContext,
  trx: Trx,
  { brands, registration: input }: { brands: Brands; registration: unknown },
) {
  const registration = admit(ctx, input)
  const [outcome] = await insertAll(ctx, trx, brands, [{ principal: ctx.principal, registration }])
  return withWarnings(ctx, registration, outcome!)
}

export function createRegistrations(ctx: WarrantyServices): Registrations {
  return createBatcher(
    MAX_BATCH,
    async (items) => {
      const brands = await ctx.brands.getFresh()
      const outcomes = await ctx.db.write((trx) => insertAll(ctx, trx, brands, items))
      ctx.deliveries.wake()
      return outcomes
    },
    { concurrency: ctx.db.dialect === 'postgres' ? 2 : 1 },
  )
}

function admit({ principal }: WarrantyContext, input: unknown): Registration {
  authorize(principal, 'warranty:create')
  const registration = readRegistration(input)
  requireBrand(principal, registration.brand_id)
  return registration
}

function withWarnings({ clock }: WarrantyContext, registration: Registration, outcome: Outcome) {
  if ('error' in outcome) throw outcome.error
  return { ...outcome, warnings: registrationWarnings(registration, clock.now()) }
}

/**
 * Inserts several warranties with as many statements as one takes. Each succeeds or fails alone. Of two with the same HIN
 * the second is the duplicate.
 */
export async function insertAll(
  ctx: WarrantyServices,
  trx: Trx,
  brands: Brands,
  items: Item[],
): Promise<Outcome[]> {
  const drafts = items.map(({ principal, registration }) => {
    const brand = brands.byId.get(registration.brand_id)
    return draftWarranty(registration, { at: ctx.clock.now(), brand, principal })
  })
  // The same order everywhere: two transactions with the same HINs never wait for each other in a circle.
  const rows = firstOfEach(drafts.map(({ row }) => row)).sort(
    (a, b) => a.brand_id - b.brand_id || (a.hin < b.hin ? -1 : 1),
  )
  const inserted = new Map((await queries.insertWarranties(trx, rows)).map((row) => [nameOf(row), row.id]))
  const created: { id: number; draft: DraftWarranty }[] = []
  const outcomes = drafts.map((draft): Outcome => {
    const id = inserted.get(nameOf(draft.row))
    if (id === undefined) return { error: duplicate(draft.row.hin) }
    inserted.delete(nameOf(draft.row))
    created.push({ id, draft })
    return { id, warranty: toCreated(draft.row, draft.owner, toUtcDate(draft.row.created_at)) }
  })
  if (created.length > 0) await insertRest(ctx, trx, brands, created)
  return outcomes
}

/** Inserts the owners, deliveries, audit entries, events and totals of warranties that were inserted. */
async function insertRest(
  ctx: WarrantyServices,
  trx: Trx,
  brands: Brands,
  created: { id: number; draft: DraftWarranty }[],
) {
  const owners = created.map(({ id, draft }) => ({ warranty_id: id, ...draft.owner }))
  const syncs = created
    .filter(({ draft }) => brands.byId.get(draft.row.brand_id)?.warrantyCrm)
    .map(({ id, draft }) => syncDelivery('warranty.registered', id, draft.row.brand_id))
  const [stored] = await pipelined([
    queries.insertOwnerships(trx, owners),
    insertTerms(
      trx,
      created.map(({ id, draft: { row, owner } }) => ({ id, hin: row.hin, brand_id: row.brand_id, owner })),
    ),
    ctx.deliveries.enqueueAll(trx, syncs),
    auditRegistrations(trx, created),
  ])
  const contacts = new Map(stored.map((owner) => [owner.warranty_id, owner.id]))
  await pipelined([
    recordWarrantyEvents(
      trx,
      created.map(({ id, draft }) => {
        const brand = brands.byId.get(draft.row.brand_id)
        return registeredEvent(draft, { id, contactId: contacts.get(id)!, brand })
      }),
    ),
    // Last, because other transactions wait for these rows until this one ends.
    queries.addToCounts(trx, tally(created.map(({ draft }) => draft.row))),
  ])
}

function firstOfEach(rows: DraftWarranty['row'][]): DraftWarranty['row'][] {
  return [...Map.groupBy(rows, nameOf).values()].map(([first]) => first!)
}

function nameOf({ brand_id, hin }: { brand_id: number; hin: string }): string {
  return `${brand_id} ${hin}`
}

function duplicate(hin: string): Conflict {
  return new Conflict('DUPLICATE_HIN', `A warranty with the HIN ${hin} already exists for this brand.`)
}
