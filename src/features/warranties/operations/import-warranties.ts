import type { Clock, Micros } from '../../../platform/clock.ts'
import { inChunks } from '../../../platform/db/chunks.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { issue } from '../../../platform/errors.ts'
import type { RowNote } from '../../../platform/imports/csv-file.ts'
import { type ImportMode, type ImportReport, runImport } from '../../../platform/imports/run-import.ts'
import { authorize } from '../../../platform/principal.ts'
import type { Brand } from '../../brands/index.ts'
import type { WarrantyContext } from '../context.ts'
import { syncDelivery } from '../crm/queue-sync.ts'
import { canonicalHin } from '../hin/hin.ts'
import type { RegistrationLine } from '../import-export/warranty-file.ts'
import * as queries from '../queries/queries.ts'
import { findTakenHins } from '../queries/search-queries.ts'
import { insertTerms } from '../queries/term-queries.ts'
import { auditRegistrations } from '../records/audit.ts'
import { toOwner } from '../records/contact.ts'
import { recordWarrantyEvents, registeredEvent } from '../records/events.ts'
import { type DraftWarranty, draftWarranty, tally } from '../records/new-warranty.ts'
import { requireBrand } from '../records/select-warranty.ts'

interface Input extends ImportMode {
  rows: readonly RegistrationLine[]
  brand: Brand
  /** Sends each warranty to the brand's CRM. */
  sync: boolean
}

/** The report of an import. Duplicates are rows whose HIN the brand has already, or an earlier row has. */
export interface WarrantyImportReport extends ImportReport {
  duplicates: number
}

interface Timed {
  line: RegistrationLine
  at: Micros
}

/**
 * Registers the warranties of a file under one brand, by the rules of POST /api/v1/warranty, in one transaction. Finds all
 * issues that it can before the transaction begins.
 */
export async function importWarranties(ctx: WarrantyContext, input: Input): Promise<WarrantyImportReport> {
  const { rows, brand, dryRun, skipInvalid } = input
  authorize(ctx.principal, 'warranty:create')
  requireBrand(ctx.principal, brand.id)
  const issues = rows.flatMap(({ line, issues: own }) => own.map((remark) => ({ line, ...remark })))
  const warnings = rows.flatMap(({ line, warnings: own }) => own.map((remark) => ({ line, ...remark })))
  const { wanted, duplicates: known } = await findWanted(ctx, brand, rows)
  const report = (written: boolean, taken: number, duplicates: RowNote[]): WarrantyImportReport => ({
    written,
    taken,
    duplicates: duplicates.length,
    issues: [...issues, ...duplicates].toSorted((a, b) => a.line - b.line),
    warnings,
  })
  const isRefused = issues.length + known.length > 0 && !skipInvalid
  if (dryRun || isRefused || wanted.length === 0) return report(false, wanted.length, known)

  const ordered = inOrder(wanted, ctx.clock)
  let late: RowNote[] = []
  const mode: ImportMode = {
    ...input,
    onWritten: async (trx) => {
      await input.onWritten?.(trx, report(true, wanted.length - late.length, [...known, ...late]))
    },
  }
  const { written } = await runImport(ctx.db, mode, async (trx) => {
    late = (await insertAll(ctx, trx, ordered, input)).map(duplicateOf)
    return { taken: wanted.length - late.length, issues: late, warnings: [] }
  })
  if (written) ctx.deliveries.wake()
  return report(written, wanted.length - late.length, [...known, ...late])
}

/** Returns the valid rows whose HINs are new, and notes on the valid rows whose HINs are not. */
async function findWanted(ctx: WarrantyContext, brand: Brand, rows: readonly RegistrationLine[]) {
  const duplicates: RowNote[] = []
  const firstLines = new Map<string, number>()
  const fresh = rows.filter(({ line, registration, issues }) => {
    if (issues.length > 0) return false
    const hin = canonicalHin(registration.hin)
    const first = firstLines.get(hin)
    if (first === undefined) firstLines.set(hin, line)
    else duplicates.push({ line, ...issue('hin', `${hin} is in line ${first} already`) })
    return first === undefined
  })
  const taken = await findTakenHins(ctx.db.read, brand.id, [...firstLines.keys()])
  const wanted = fresh.filter((row) => {
    const isTaken = taken.has(canonicalHin(row.registration.hin))
    if (isTaken) duplicates.push(duplicateOf(row))
    return !isTaken
  })
  return { wanted, duplicates }
}

/**
 * Orders rows by HIN, as every registration does: two transactions with the same HINs never wait for each other in a
 * circle. Their times follow the order of the file.
 */
function inOrder(rows: readonly RegistrationLine[], clock: Clock): Timed[] {
  const timed = rows.map((line) => ({ line, hin: canonicalHin(line.registration.hin), at: clock.now() }))
  return timed.sort((a, b) => (a.hin < b.hin ? -1 : 1))
}

function duplicateOf({ line, registration }: RegistrationLine): RowNote {
  const hin = canonicalHin(registration.hin)
  return { line, ...issue('hin', `${hin} has a warranty of this brand already`) }
}

/** Returns the rows whose HIN was registered by somebody else meanwhile. */
async function insertAll(
  ctx: WarrantyContext,
  trx: Trx,
  rows: readonly Timed[],
  { brand, sync, onProgress }: Input,
): Promise<RegistrationLine[]> {
  const missed: RegistrationLine[] = []
  const created: { id: number; draft: Pick<DraftWarranty, 'row' | 'principal'> }[] = []
  const isSent = sync && brand.warrantyCrm !== null
  let done = 0
  for (const chunk of inChunks(rows)) {
    const drafts = chunk.map(({ line, at }) => ({
      line,
      ...draftWarranty(line.registration, { at, brand, principal: ctx.principal }),
    }))
    for (const { row } of drafts) row.sync_status = isSent ? 'pending' : 'not_configured'
    const inserted = await queries.insertWarranties(
      trx,
      drafts.map(({ row }) => row),
    )
    const ids = new Map(inserted.map(({ hin, id }) => [hin, id]))
    missed.push(...drafts.filter(({ row }) => !ids.has(row.hin)).map(({ line }) => line))
    const made = drafts.filter(({ row }) => ids.has(row.hin))
    created.push(...made.map(({ row, principal }) => ({ id: ids.get(row.hin)!, draft: { row, principal } })))
    const owners = await queries.insertOwnerships(
      trx,
      made.flatMap(({ line, row, owner }) => ownersOf(ids.get(row.hin)!, line, owner)),
    )
    await insertTerms(
      trx,
      made.map(({ row, owner }) => ({ id: ids.get(row.hin)!, hin: row.hin, brand_id: brand.id, owner })),
    )
    const present = owners.filter(({ transfer_date }) => transfer_date === null)
    const contacts = new Map(present.map((owner) => [owner.warranty_id, owner.id]))
    await recordWarrantyEvents(
      trx,
      made.map((draft) => {
        const id = ids.get(draft.row.hin)!
        return registeredEvent(draft, { id, contactId: contacts.get(id)!, brand })
      }),
    )
    if (isSent) await enqueueAll(ctx, trx, brand, [...ids.values()])
    done += chunk.length
    onProgress(done)
  }
  await auditRegistrations(trx, created)
  // Last, because other registrations for this brand wait for these rows until the transaction ends.
  await queries.addToCounts(trx, tally(created.map(({ draft }) => draft.row)))
  return missed
}

function ownersOf(
  warranty_id: number,
  { earlier, transferNotes }: RegistrationLine,
  owner: DraftWarranty['owner'],
) {
  const previous = earlier.map((one) => ({
    warranty_id,
    ...toOwner(one),
    registration_date: one.registration_date,
    purchase_date: one.purchase_date || one.registration_date,
    transfer_date: one.transfer_date,
    transfer_notes: one.transfer_notes || null,
    created_at: owner.created_at,
  }))
  return [...previous, { warranty_id, ...owner, transfer_date: null, transfer_notes: transferNotes }]
}

async function enqueueAll(
  ctx: WarrantyContext,
  trx: Trx,
  brand: Brand,
  ids: readonly number[],
): Promise<void> {
  for (const chunk of inChunks(ids)) {
    const deliveries = chunk.map((id) => syncDelivery('warranty.registered', id, brand.id))
    await ctx.deliveries.enqueueAll(trx, deliveries)
  }
}
