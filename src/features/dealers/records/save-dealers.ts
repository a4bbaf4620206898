import type { OperationContext } from '../../../platform/context.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import { issue } from '../../../platform/errors.ts'
import { findTakenKeys, matchRows, type RowIssue } from '../../../platform/upsert-matching.ts'
import { changes, onlyBrand, recordAudit } from '../../audit/index.ts'
import { dealersChanged, lockDealers } from '../changes.ts'
import * as queries from '../queries/record-queries.ts'
import { replaceBrands } from './dealer-brands.ts'
import {
  COLUMNS,
  type DealerInput,
  type DealerRecord,
  dealerKey,
  type FindPoint,
  nameOf,
  naturalKeyOf,
  type StoredDealer,
} from './dealer-record.ts'
import { type DealerEventType, recordDealerEvents } from './events.ts'
import { hasStaleCoordinates, isStored, mergeDealer, milesFromCode } from './merge-dealer.ts'

/** A saved dealer, and facts that are worth a note. */
export interface SavedDealer {
  id: number
  dealer_code: string
  postal_code: string
  country: string
  outcome: 'created' | 'updated' | 'unchanged'
  /** The coordinates of its postal code are unknown, or the geocoding service could not be reached. */
  unplaced: 'unknown' | 'unavailable' | null
  /** It is active, and was shown until its coordinates were removed. */
  hidden: boolean
  /** It moved and kept its own coordinates: how far they are from its postal code, if known. */
  stale: { miles: number | null } | null
}

interface Change {
  id: number | undefined
  brandIds: readonly number[]
  next: DealerRecord
  stored: StoredDealer | undefined
}

/**
 * Creates and changes dealers, matched by id, else by code, else (those without a code) by name and address. Invalid
 * rows are left out; rows that say what is stored already are not written.
 * @param findPoint from `lookUpPoints` for the same inputs
 * @param options.dryRun writes nothing: new dealers have negative ids
 * @param options.joins the brand that the caller makes them carry afterwards, for the audit trail
 * @returns each input's dealer; undefined where it is invalid
 */
export async function saveDealers(
  ctx: OperationContext,
  trx: Trx,
  inputs: readonly DealerInput[],
  findPoint: FindPoint,
  { dryRun = false, joins }: { dryRun?: boolean; joins?: number } = {},
): Promise<{ dealers: (SavedDealer | undefined)[]; issues: RowIssue[] }> {
  const { db } = ctx
  if (inputs.length === 0) return { dealers: [], issues: [] }
  if (!dryRun) await lockDealers(db, trx)
  const { matches, issues } = await matchDealers(trx, inputs)
  const rows: Change[] = inputs.map((input, row) => ({
    id: matches[row]?.id ?? input.id,
    next: mergeDealer(input, matches[row], findPoint),
    stored: matches[row],
    brandIds: [...(input.brandIds ?? []), ...(joins === undefined ? [] : [joins])],
  }))
  issues.push(...(await findIssues(trx, rows)))
  issues.push(
    ...findTakenKeys(
      rows.map(({ next, stored }) => ({ stored, key: next.dealer_code })),
      issues,
      KEYS,
    ),
  )
  const invalid = new Set(issues.map((issue) => issue.row))
  const changed = rows.filter(({ next, stored }, row) => !invalid.has(row) && !isStored(next, stored))
  const created = dryRun ? numberNew(changed) : await write(ctx, trx, changed)
  if (!dryRun) await recordDealers(ctx, trx, changed, created)
  const dealers = rows.map((change, row) => {
    const { next, id = created.get(dealerKey(next)) } = change
    return invalid.has(row) || id === undefined ? undefined : describe(id, inputs[row]!, change, findPoint)
  })
  const links = await replaceBrands(
    ctx,
    trx,
    inputs.flatMap(({ brandIds }, row) => {
      const dealer = dealers[row]
      return dealer && brandIds ? { dealerId: dealer.id, brandIds } : []
    }),
    new Set(changed.map(({ next, id = created.get(dealerKey(next)) }) => id)),
  )
  const isChanged = changed.length + links.joined.length + links.left.length > 0
  if (!dryRun && isChanged) {
    const types = new Map(
      changed.map(({ next, stored, id = created.get(dealerKey(next))! }) => [id, typeOf(next, stored)]),
    )
    await recordDealerEvents(trx, { at: ctx.clock.now(), types, ...links })
    await dealersChanged(db, trx)
  }
  return { dealers, issues }
}

function typeOf(next: DealerRecord, stored: StoredDealer | undefined): DealerEventType {
  if (!stored) return 'dealer.created'
  if (next.active === Boolean(stored.active)) return 'dealer.updated'
  return next.active ? 'dealer.activated' : 'dealer.deactivated'
}

const KEYS = {
  noun: 'dealer',
  field: 'dealer_code',
  storedKeyOf: (dealer: StoredDealer) => dealer.dealer_code,
}

/** Returns the stored dealer that each input means; undefined for a new one. */
export async function matchDealers(reader: Reader, inputs: readonly DealerInput[]) {
  const stored = await queries.findDealers(reader, {
    ids: inputs.flatMap((input) => input.id ?? []),
    codes: inputs.flatMap((input) => input.dealer_code || []),
    names: inputs.flatMap((input) => (input.id === undefined && !input.dealer_code && input.name) || []),
  })
  return matchRows(inputs, stored, {
    ...KEYS,
    keyOf: (input) => input.dealer_code,
    naturalKey: { field: 'name', of: naturalKeyOf },
  })
}

function describe(id: number, input: DealerInput, change: Change, findPoint: FindPoint): SavedDealer {
  const { next, stored } = change
  const { dealer_code, postal_code, country, country_code, approximate, latitude, active } = next
  const asked = country_code === null || findPoint(country_code, postal_code) !== undefined
  const unplaced = approximate && latitude === null ? (asked ? 'unknown' : 'unavailable') : null
  const hidden = active && input.point === null && stored !== undefined && stored.latitude !== null
  const stale = hasStaleCoordinates(input, stored, next) ? { miles: milesFromCode(next, findPoint) } : null
  const outcome = !stored ? 'created' : isStored(next, stored) ? 'unchanged' : 'updated'
  return { id, dealer_code, postal_code, country, outcome, unplaced, hidden, stale }
}

async function findIssues(reader: Reader, rows: readonly Change[]): Promise<RowIssue[]> {
  const groups = new Set((await queries.listGroups(reader)).map((group) => group.id))
  const issues: RowIssue[] = []
  for (const [row, { next }] of rows.entries()) {
    if (next.name === '') issues.push({ row, ...issue('name', 'is required for a new dealer') })
    if (next.country === '') {
      issues.push({ row, ...issue('country', 'is required for a new dealer') })
    } else if (next.country_code === null) {
      const expected = "a country's two- or three-letter code or English name"
      issues.push({ row, ...issue('country', `must be ${expected}, not "${next.country}"`) })
    }
    // A dry run has groups with negative ids, which the import will create.
    if (next.group_id !== null && next.group_id > 0 && !groups.has(next.group_id)) {
      issues.push({ row, field: 'group_id', message: `There is no dealer group ${next.group_id}.` })
    }
  }
  return issues
}

/** Returns ids of dealers that a dry run doesn't create, by `dealerKey`. */
function numberNew(changed: readonly Change[]): Map<string, number> {
  const fresh = changed.filter(({ id }) => id === undefined)
  return new Map(fresh.map(({ next }, index) => [dealerKey(next), -(index + 1)]))
}

/** Returns the ids of created dealers by `dealerKey`. */
async function write(
  { db, clock }: OperationContext,
  trx: Trx,
  changed: readonly Change[],
): Promise<Map<string, number>> {
  const now = clock.now()
  // Dealers may exchange their codes.
  const recoded = changed.filter(
    ({ next, stored }) => stored?.dealer_code && stored.dealer_code !== next.dealer_code,
  )
  await queries.vacateCodes(
    trx,
    recoded.map(({ stored }) => stored!.id),
  )
  const named = changed.flatMap(({ id, next }) => (id === undefined ? [] : { id, ...next }))
  await queries.upsertDealers(trx, named, now)
  if (named.length > 0) await db.reserveIds(trx, 'dealers')
  return queries.insertDealers(
    trx,
    changed.flatMap(({ id, next }) => (id === undefined ? next : [])),
    now,
  )
}

/** The audit trail records no personal data: no `phone`, `email` or `primary_contact`. */
const AUDITED_FIELDS = COLUMNS.filter(
  (column) => column !== 'phone' && column !== 'email' && column !== 'primary_contact',
)

async function recordDealers(
  { clock, principal }: OperationContext,
  trx: Trx,
  changed: readonly Change[],
  created: ReadonlyMap<string, number>,
): Promise<void> {
  const at = clock.now()
  const known = changed.flatMap(({ id, stored }) => (id !== undefined && stored ? id : []))
  const carried = Map.groupBy(await queries.listBrandIds(trx, known), (link) => link.dealer_id)
  return recordAudit(
    trx,
    changed.map(({ next, stored, brandIds, id = created.get(dealerKey(next))! }) => ({
      at,
      principal,
      action: stored ? 'dealer.updated' : 'dealer.created',
      subject: { id, name: nameOf(next) },
      // Both the brands before and those after: a former brand's values are not for the next one.
      brandId: onlyBrand([...(carried.get(id) ?? []).map((link) => link.brand_id), ...brandIds]),
      change: changes(stored ? toRecord(stored) : null, next, AUDITED_FIELDS),
    })),
  )
}

function toRecord({ id: _, ...stored }: StoredDealer): DealerRecord {
  return { ...stored, active: Boolean(stored.active), approximate: Boolean(stored.approximate) }
}
