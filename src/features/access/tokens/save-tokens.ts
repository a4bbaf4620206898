import { randomBytes } from 'node:crypto'
import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { issue } from '../../../platform/errors.ts'
import type { RowIssue } from '../../../platform/upsert-matching.ts'
import { type AuditEntry, changes, recordAudit } from '../../audit/index.ts'
import { accessChanged } from '../directory.ts'
import * as grants from '../grants-queries.ts'
import { digestToken } from '../guards.ts'
import * as queries from '../save-queries.ts'

/** An API token to create or to change, known by its name: omitted fields keep their values. */
export interface TokenInput {
  name: string
  /** Absent: a new token gets a random text, an existing one keeps its own. */
  token?: string
  active?: boolean
  /** The brands that the token gives access to; they replace the stored ones. */
  brandIds?: readonly number[]
  /** They replace the stored ones. */
  scopes?: readonly string[]
}

interface SavedToken {
  id: number
  /** The token's text if it was generated now: it cannot be retrieved later. */
  made?: string
}

/**
 * Creates and changes API tokens. An invalid row is left out.
 * @returns each input's token; undefined where it is invalid
 */
export async function saveTokens(
  { db, clock, principal }: OperationContext,
  trx: Trx,
  inputs: readonly TokenInput[],
): Promise<{ tokens: (SavedToken | undefined)[]; issues: RowIssue[] }> {
  const all = await queries.listTokens(trx)
  const stored = new Map(all.map((token) => [token.name, token]))
  const issues = findIssues(inputs, all)
  const invalid = new Set(issues.map(({ row }) => row))
  const tokens: (SavedToken | undefined)[] = []
  const now = clock.now()
  const entries: AuditEntry[] = []
  for (const [row, input] of inputs.entries()) {
    if (invalid.has(row)) {
      tokens.push(undefined)
      continue
    }
    const before = stored.get(input.name)
    const made = before || input.token ? undefined : newTokenText()
    const text = input.token ?? made
    const next = {
      name: input.name,
      token_hash: text ? digestToken(text) : (before?.token_hash ?? ''),
      active: input.active ?? Boolean(before?.active ?? true),
    }
    const same = before?.token_hash === next.token_hash && Boolean(before.active) === next.active
    const id = same ? before.id : await queries.upsertToken(trx, { ...next, updated_at: now }, now)
    const { brands, scopes } = await replaceGrants(trx, id, input)
    entries.push({
      at: now,
      principal,
      action: before ? 'token.updated' : 'token.created',
      // The name, which may be a person’s, is stored with the token only.
      subject: { id, name: null },
      brandId: null,
      change: changes(
        before ? { ...toAuditView(before), brands: brands?.before, scopes: scopes?.before } : null,
        { ...toAuditView(next), brands: brands?.after, scopes: scopes?.after },
        ['active', 'brands', 'scopes'],
      ),
    })
    tokens.push(made ? { id, made } : { id })
  }
  if (entries.some(({ change }) => change)) await accessChanged(db, trx)
  await recordAudit(trx, entries)
  return { tokens, issues }
}

/** What service tokens begin with. */
export const SERVICE_PREFIX = 'sk_'

/** Returns a random token. */
export function newTokenText(): string {
  return `tr_${randomBytes(32).toString('base64url')}`
}

function findIssues(inputs: readonly TokenInput[], stored: readonly queries.StoredToken[]): RowIssue[] {
  const names = new Set<string>()
  const owners = new Map(stored.map((token) => [token.token_hash, token.name]))
  const issues: RowIssue[] = []
  for (const [row, { name, token }] of inputs.entries()) {
    if (names.has(name)) {
      issues.push({ row, ...issue('name', `"${name}" is given a second time: give each token once`) })
    }
    names.add(name)
    if (token === undefined) continue
    const digest = digestToken(token)
    const owner = owners.get(digest)
    if (owner !== undefined && owner !== name) {
      issues.push({ row, ...issue('token', `is that of "${owner}" already: each needs its own`) })
    }
    owners.set(digest, name)
  }
  return issues
}

/** Returns the token as the audit trail records it: of its text only that it changed. */
function toAuditView({ token_hash, active }: Pick<queries.StoredToken, 'token_hash' | 'active'>) {
  return { token: token_hash, active: Boolean(active) }
}

async function replaceGrants(trx: Trx, id: number, { brandIds, scopes }: TokenInput) {
  return {
    brands: brandIds && (await grants.replaceTokenBrands(trx, id, brandIds)),
    scopes: scopes && (await grants.replaceTokenScopes(trx, id, scopes)),
  }
}
