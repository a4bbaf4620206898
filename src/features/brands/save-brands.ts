import { isDeepStrictEqual } from 'node:util'
import type { Insertable } from 'kysely'
import type { OperationContext } from '../../platform/context.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { issue } from '../../platform/errors.ts'
import { findTakenKeys, matchRows, type RowIssue } from '../../platform/upsert-matching.ts'
import { changes, recordAudit } from '../audit/index.ts'
import { AUDITED_FIELDS, toAuditView } from './brand-audit-view.ts'
import { brandsChanged } from './brands.ts'
import * as queries from './queries.ts'

/** A brand to create or to change: omitted fields keep their values. */
export interface BrandInput {
  id?: number
  slug?: string
  name?: string
  lead_webhook?: object | null
  warranty_crm?: object | null
  registration_auto_accept?: boolean
  sandbox?: boolean
  /** Null or 0: the same lead sent again is a new one. */
  lead_dedupe_seconds?: number | null
  challenge?: boolean
  /** By language. */
  consent_texts?: Record<string, string> | null
}

interface SavedBrand {
  id: number
  slug: string
}

const KEYS = { noun: 'brand', field: 'slug', storedKeyOf: (brand: queries.StoredBrand) => brand.slug }

/**
 * Creates and changes brands, matched by id or else by slug. An invalid row is left out.
 * @returns each input's brand, undefined where it is invalid; and whether an existing brand got another slug
 */
export async function saveBrands(
  { db, clock, principal }: OperationContext,
  trx: Trx,
  inputs: readonly BrandInput[],
): Promise<{ brands: (SavedBrand | undefined)[]; renamed: boolean; issues: RowIssue[] }> {
  const { matches, issues } = matchRows(inputs, await queries.listBrands(trx), {
    ...KEYS,
    keyOf: (input) => input.slug,
  })
  for (const [row, input] of inputs.entries()) {
    if (matches[row]) continue
    if (!input.slug && input.id !== undefined) {
      issues.push({ row, ...issue('slug', 'is required for a new brand') })
    }
    if (!input.name) issues.push({ row, ...issue('name', 'is required for a new brand') })
  }
  const rows = inputs.map((input, row) => merge(input, matches[row]))
  issues.push(
    ...findTakenKeys(
      rows.map(({ slug }, row) => ({ stored: matches[row], key: slug })),
      issues,
      KEYS,
    ),
  )
  const invalid = new Set(issues.map(({ row }) => row))
  const isChanged = (row: number) => !invalid.has(row) && !isSame(rows[row]!, matches[row])
  const changed = rows.flatMap((next, row) => (isChanged(row) ? { next, stored: matches[row] } : []))
  const renamed = changed.flatMap(({ next, stored }) =>
    stored && stored.slug !== next.slug ? stored.id : [],
  )
  const now = clock.now()
  // Two brands may exchange their slugs.
  await queries.vacateSlugs(trx, renamed)
  const created = await write(db, trx, changed, now)
  if (changed.length > 0) await brandsChanged(db, trx, { created: created.size > 0 })
  await recordAudit(
    trx,
    rows.flatMap((next, row) => {
      if (!isChanged(row)) return []
      const before = matches[row]
      const id = next.id ?? created.get(next.slug)!
      return {
        at: now,
        principal,
        action: before ? 'brand.updated' : 'brand.created',
        subject: { id, name: next.slug },
        brandId: id,
        change: changes(before ? toAuditView(before) : null, toAuditView(next), AUDITED_FIELDS),
      }
    }),
  )
  const brands = rows.map(({ id, slug }, row) =>
    invalid.has(row) ? undefined : { id: id ?? created.get(slug)!, slug },
  )
  return { brands, renamed: renamed.length > 0, issues }
}

type StoredBrand = queries.StoredBrand

function merge(input: BrandInput, stored: StoredBrand | undefined) {
  return {
    id: stored?.id ?? input.id,
    slug: input.slug ?? stored?.slug ?? '',
    name: input.name ?? stored?.name ?? '',
    lead_webhook: toJson(input.lead_webhook, stored?.lead_webhook),
    warranty_crm: toJson(input.warranty_crm, stored?.warranty_crm),
    registration_auto_accept: input.registration_auto_accept ?? Boolean(stored?.registration_auto_accept),
    sandbox: input.sandbox ?? Boolean(stored?.sandbox),
    lead_dedupe_seconds:
      (input.lead_dedupe_seconds === undefined ? stored?.lead_dedupe_seconds : input.lead_dedupe_seconds) ||
      null,
    challenge: input.challenge ?? Boolean(stored?.challenge ?? true),
    consent_texts: toJson(input.consent_texts, stored?.consent_texts),
  }
}

interface Change {
  next: ReturnType<typeof merge>
  stored: StoredBrand | undefined
}

/** Returns the ids of created brands by slug. */
async function write(
  db: Db,
  trx: Trx,
  changed: readonly Change[],
  updated_at: number,
): Promise<Map<string, number>> {
  const added: Insertable<Schema['brands']>[] = []
  for (const { next, stored } of changed) {
    const { id, ...brand } = { ...next, updated_at }
    if (stored) await queries.updateBrand(trx, stored.id, brand)
    else added.push({ ...brand, created_at: updated_at, ...(id !== undefined && { id }) })
  }
  const named = added.filter(({ id }) => id !== undefined)
  const created = new Map<string, number>()
  for (const brand of named) created.set(brand.slug, await queries.insertBrand(trx, brand))
  if (named.length > 0) await db.reserveIds(trx, 'brands')
  for (const brand of added) {
    if (brand.id === undefined) created.set(brand.slug, await queries.insertBrand(trx, brand))
  }
  return created
}

/** Returns the JSON to store: the stored text if it means the same, whatever the order of its fields. */
function toJson(given: object | null | undefined, stored: string | null = null): string | null {
  if (given === undefined || isDeepStrictEqual(given, JSON.parse(stored ?? 'null'))) return stored
  return given && JSON.stringify(given)
}

function isSame(next: ReturnType<typeof merge>, stored: StoredBrand | undefined): boolean {
  return (
    next.slug === stored?.slug &&
    next.name === stored.name &&
    next.lead_webhook === stored.lead_webhook &&
    next.warranty_crm === stored.warranty_crm &&
    next.registration_auto_accept === Boolean(stored.registration_auto_accept) &&
    next.sandbox === Boolean(stored.sandbox) &&
    next.lead_dedupe_seconds === stored.lead_dedupe_seconds &&
    next.challenge === Boolean(stored.challenge) &&
    next.consent_texts === stored.consent_texts
  )
}
