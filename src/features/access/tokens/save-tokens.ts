import { type Micros, readInstant, toIsoMicros } from '../../../platform/clock.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { issue } from '../../../platform/errors.ts'
import type { Principal } from '../../../platform/principal.ts'
import type { RowIssue } from '../../../platform/upsert-matching.ts'
import { type AuditEntry, changes, recordAudit } from '../../audit/index.ts'
import { auditedBrand } from '../audited-brand.ts'
import { accessChanged } from '../directory.ts'
import { checkControl, checkGrant, type Holding, holdingOf } from '../grants.ts'
import * as grants from '../grants-queries.ts'
import { listTokens } from '../list-queries.ts'
import * as queries from '../save-queries.ts'
import { digestToken } from './digest-token.ts'
import { findKindIssues, newTokenText, type TokenKind } from './kinds.ts'

/** An API token to create or to change, known by its name: omitted fields keep their values. */
export interface TokenInput {
  name: string
  /** Replaces the name of an existing token. */
  newName?: string | undefined
  kind?: TokenKind | undefined
  /** Absent: a new token gets a random text, an existing one keeps its own. */
  token?: string | undefined
  active?: boolean | undefined
  all_brands?: boolean | undefined
  /** A time or a date; null: never. */
  expires_at?: string | null | undefined
  /** The brands that the token gives access to; they replace the stored ones. */
  brandIds?: readonly number[] | undefined
  /** They replace the stored ones, as do the following. */
  scopes?: readonly string[] | undefined
  permissions?: readonly string[] | undefined
  origins?: readonly string[] | undefined
}

interface SavedToken {
  id: number
  /** The token's text if it was generated now: it cannot be retrieved later. */
  made?: string
}

/**
 * Creates and changes API tokens. An invalid row is left out. The caller holds the lock `setup`.
 * @returns each input's token; undefined where it is invalid
 * @throws GrantRefused (GRANT_NOT_PERMITTED)
 */
export async function saveTokens(
  { db, clock, principal }: OperationContext,
  trx: Trx,
  inputs: readonly TokenInput[],
): Promise<{ tokens: (SavedToken | undefined)[]; issues: RowIssue[] }> {
  const all = await queries.listTokens(trx)
  const views = new Map((await listTokens(trx)).map((token) => [token.id, token]))
  const stored = new Map(all.map((token) => [token.name, { ...token, ...views.get(token.id)! }]))
  const now = clock.now()
  const rows = inputs.map((input) => merge(input, stored.get(input.name)))
  const issues = [...findIssues(inputs, all), ...findRowIssues(rows, now)]
  const invalid = new Set(issues.map(({ row }) => row))
  const tokens: (SavedToken | undefined)[] = []
  const entries: AuditEntry[] = []
  for (const [row, { input, before, made, next, lists }] of rows.entries()) {
    if (invalid.has(row)) {
      tokens.push(undefined)
      continue
    }
    checkRights(principal, before, { ...lists, allBrands: next.all_brands })
    const same = before && isSame(next, before)
    const id = same ? before.id : await queries.saveToken(trx, before?.id, next, now)
    const replaced = await replaceGrants(trx, id, input)
    if (same && Object.values(replaced).some((list) => list)) await queries.saveToken(trx, id, {}, now)
    entries.push({
      at: now,
      principal,
      action: before ? 'token.updated' : 'token.created',
      // The name, which may be a person’s, is stored with the token only.
      subject: { id, name: null },
      brandId: auditedBrand(
        { allBrands: Boolean(before?.all_brands), brandIds: before?.brandIds ?? [] },
        { allBrands: next.all_brands, brandIds: lists.brandIds },
      ),
      change: changes(
        before ? { ...toAuditView(before), ...mapLists(replaced, 'before') } : null,
        {
          ...toAuditView(next),
          ...mapLists(replaced, 'after'),
          ...(!before && { name: null }),
        },
        AUDITED_FIELDS,
      ),
    })
    tokens.push(made ? { id, made } : { id })
  }
  if (entries.some(({ change }) => change)) await accessChanged(db, trx)
  await recordAudit(trx, entries)
  return { tokens, issues }
}

const AUDITED_FIELDS = [
  'kind',
  'active',
  'all_brands',
  'expires_at',
  'brands',
  'scopes',
  'permissions',
  'origins',
]

type Stored = queries.StoredToken & Awaited<ReturnType<typeof listTokens>>[number]
type Row = ReturnType<typeof merge>

function merge(input: TokenInput, before: Stored | undefined) {
  const kind = before?.kind ?? input.kind ?? 'secret'
  const made = before || input.token ? undefined : newTokenText(kind)
  const text = input.token ?? made
  const expiry = input.expires_at === undefined ? before?.expires_at : readExpiry(input.expires_at)
  return {
    input,
    before,
    made,
    next: {
      name: input.newName ?? input.name,
      kind,
      token_hash: text ? digestToken(text) : (before?.token_hash ?? ''),
      active: input.active ?? before?.active ?? true,
      all_brands: input.all_brands ?? before?.all_brands ?? false,
      expires_at: expiry ?? null,
    },
    lists: {
      brandIds: input.brandIds ?? before?.brandIds ?? [],
      scopes: input.scopes ?? before?.scopes ?? [],
      permissions: input.permissions ?? before?.permissions ?? [],
      origins: input.origins ?? before?.origins ?? [],
    },
  }
}

/** Returns the time at which a token ends; null: never. Its text has been checked. */
function readExpiry(text: string | null): Micros | null {
  return text === null ? null : (readInstant(text) ?? null)
}

function findIssues(inputs: readonly TokenInput[], stored: readonly queries.StoredToken[]): RowIssue[] {
  const names = new Set<string>()
  const owners = new Map(stored.map((token) => [token.token_hash, token.name]))
  const issues: RowIssue[] = []
  for (const [row, { name, token }] of inputs.entries()) {
    if (names.has(name)) {
      issues.push({ row, ...issue('name', `"${name}" is given a second time: list each token once`) })
    }
    names.add(name)
    if (token === undefined) continue
    const digest = digestToken(token)
    const owner = owners.get(digest)
    if (owner !== undefined && owner !== name) {
      issues.push({ row, ...issue('token', `already belongs to "${owner}": each token must be different`) })
    }
    owners.set(digest, name)
  }
  return issues
}

/** Returns everything in which rows are not tokens of their kinds. */
function findRowIssues(rows: readonly Row[], now: number): RowIssue[] {
  return rows.flatMap(({ input, before, next, lists }, row) => {
    const issues = findKindIssues({
      kind: next.kind,
      token: input.token,
      all_brands: next.all_brands,
      brands: lists.brandIds.length,
      scopes: lists.scopes.length,
      permissions: lists.permissions.length,
      origins: lists.origins.length,
    })
    if (before && input.kind !== undefined && input.kind !== before.kind) {
      issues.push(issue('kind', `is ${before.kind} and can't be changed: create another token`))
    }
    // Applied again, a file may name a time that has passed.
    const isNew = next.expires_at !== (before?.expires_at ?? null)
    if (isNew && next.expires_at !== null && next.expires_at <= now) {
      issues.push(issue('expires_at', 'must be in the future'))
    }
    return issues.map((one) => ({ row, ...one }))
  })
}

/** @throws GrantRefused if the token holds more than the principal, or is about to */
function checkRights(principal: Principal, before: Stored | undefined, next: Holding): void {
  const subject = { kind: 'token' as const, id: before?.id ?? null }
  if (before) checkControl(principal, subject, holdingOf(before))
  checkGrant(principal, subject, next)
}

function isSame(next: Row['next'], before: Stored): boolean {
  return (
    next.name === before.name &&
    next.token_hash === before.token_hash &&
    next.active === before.active &&
    next.all_brands === before.all_brands &&
    next.expires_at === before.expires_at
  )
}

/** Returns the token as the audit trail records it: of its name and text only that they changed. */
function toAuditView({ name, kind, token_hash, active, all_brands, expires_at }: Row['next']) {
  return {
    name,
    kind: kind === 'secret' ? null : kind,
    token: token_hash,
    active,
    all_brands: all_brands || null,
    expires_at: expires_at === null ? null : toIsoMicros(expires_at),
  }
}

async function replaceGrants(trx: Trx, id: number, input: TokenInput) {
  const { brandIds, scopes, permissions, origins } = input
  return {
    brands: brandIds && (await grants.replaceTokenBrands(trx, id, brandIds)),
    scopes: scopes && (await grants.replaceTokenScopes(trx, id, scopes)),
    permissions: permissions && (await grants.replaceTokenPermissions(trx, id, permissions)),
    origins: origins && (await grants.replaceTokenOrigins(trx, id, origins)),
  }
}

function mapLists(lists: Awaited<ReturnType<typeof replaceGrants>>, when: 'before' | 'after') {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list?.[when]]))
}
