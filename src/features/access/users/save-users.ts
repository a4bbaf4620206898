import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { Conflict, issue } from '../../../platform/errors.ts'
import type { Principal } from '../../../platform/principal.ts'
import type { RowIssue } from '../../../platform/upsert-matching.ts'
import { emailKey } from '../../../platform/validate.ts'
import { type AuditEntry, changes, recordAudit } from '../../audit/index.ts'
import { deleteLinksOf } from '../account-links/queries.ts'
import { auditedBrand } from '../audited-brand.ts'
import { deleteBrowserSessionsOf } from '../browser-sessions/queries.ts'
import { accessChanged, sessionsChanged } from '../directory.ts'
import { checkControl, checkGrant, type Holding } from '../grants.ts'
import * as grants from '../grants-queries.ts'
import { ROLES, type RoleName } from '../roles.ts'
import * as queries from '../save-queries.ts'
import { revokeFamiliesOf } from '../sessions/queries.ts'
import type { HashedPasswords } from './hash-passwords.ts'

/** An API user to create or to change, known by the e-mail address: omitted fields keep their values. */
export interface UserInput {
  email: string
  /** Replaces the address of an existing user. */
  newEmail?: string | undefined
  password?: string | undefined
  /** A new user without a password, who sets one by a link. */
  invited?: boolean
  active?: boolean | undefined
  /** Gives the role's permissions, and all brands or not, where these are not given beside it. */
  role?: RoleName | null | undefined
  all_brands?: boolean | undefined
  /** The brands that the user may manage; they replace the stored ones. */
  brandIds?: readonly number[] | undefined
  /** They replace the stored ones. */
  permissions?: readonly string[] | undefined
}

/** Another process has changed a password since `hashPasswords` ran: hash again, then save again. */
export class PasswordChanged extends Error {}

/**
 * Creates and changes API users. Another password, or `active: false`, ends a user's sessions. An invalid row
 * is left out. Throws PasswordChanged. The caller holds the lock `setup`.
 * @returns the id of each input's user; undefined where it is invalid
 * @throws GrantRefused (GRANT_NOT_PERMITTED)
 * @throws Conflict (LAST_ADMINISTRATOR) where no administrator would be left
 */
export async function saveUsers(
  { db, clock, principal }: OperationContext,
  trx: Trx,
  inputs: readonly UserInput[],
  passwords: HashedPasswords,
): Promise<{ ids: (number | undefined)[]; issues: RowIssue[] }> {
  const keys = inputs.map((input) => emailKey(input.email))
  const stored = new Map((await queries.listUsers(trx, keys)).map((user) => [user.email_key, user]))
  const issues = findIssues(inputs, stored, passwords)
  const invalid = new Set(issues.map(({ row }) => row))
  const ids: (number | undefined)[] = []
  const now = clock.now()
  const entries: AuditEntry[] = []
  const hadAdministrator = await queries.hasAdministrator(trx)
  let sessionsEnded = false
  for (const [row, given] of inputs.entries()) {
    const input = withRole(given)
    if (invalid.has(row)) {
      ids.push(undefined)
      continue
    }
    const key = keys[row]!
    const user = stored.get(key)
    const next = merge(input, user, passwords.get(key)?.hash)
    if ('permissions' in principal) await checkRights(trx, principal, { user, next, input })
    const same = user && isSame(next, user)
    // A login with the old password that is under way ends first, or else finds the new one.
    if (user && !same) await db.lock(trx, `user:${user.id}`)
    const id = same ? user.id : await queries.saveUser(trx, user?.id, next, now)
    if (user && endsSessions(next, user)) {
      await revokeFamiliesOf(trx, id, now)
      await deleteBrowserSessionsOf(trx, id)
      sessionsEnded = true
    }
    // A link that was sent to the old address no longer works.
    if (user && (endsSessions(next, user) || next.email_key !== user.email_key)) await deleteLinksOf(trx, id)
    const { brands, permissions } = await replaceGrants(trx, id, input)
    const { brandIds } = await grants.listUserGrants(trx, id)
    if (same && (brands || permissions)) await queries.saveUser(trx, id, {}, now)
    entries.push({
      at: now,
      principal,
      action: user ? 'user.updated' : 'user.created',
      subject: { id, name: null },
      brandId: auditedBrand(
        { allBrands: Boolean(user?.all_brands), brandIds: brands?.before ?? [] },
        { allBrands: next.all_brands, brandIds },
      ),
      change: changes(
        user ? { ...toAuditView(user), brands: brands?.before, permissions: permissions?.before } : null,
        { ...toAuditView(next), brands: brands?.after, permissions: permissions?.after },
        ['active', 'role', 'all_brands', 'brands', 'permissions'],
      ),
    })
    ids.push(id)
  }
  if (hadAdministrator && !(await queries.hasAdministrator(trx))) throw lastAdministrator()
  if (entries.some(({ change }) => change)) await accessChanged(db, trx)
  await recordAudit(trx, entries)
  if (sessionsEnded) await sessionsChanged(db, trx)
  return { ids, issues }
}

interface Change {
  user: StoredUser | undefined
  next: Merged
  input: UserInput
}

/** @throws GrantRefused if the user holds more than the principal, or is about to */
async function checkRights(trx: Trx, principal: Principal, { user, next, input }: Change): Promise<void> {
  const subject = { kind: 'user' as const, id: user?.id ?? null }
  const held: Holding = user
    ? { ...(await grants.listUserGrants(trx, user.id)), allBrands: Boolean(user.all_brands) }
    : { permissions: [], brandIds: [], allBrands: false }
  checkControl(principal, subject, held)
  checkGrant(principal, subject, {
    permissions: input.permissions ?? held.permissions,
    brandIds: input.brandIds ?? held.brandIds,
    allBrands: next.all_brands,
  })
}

function lastAdministrator(): Conflict {
  return new Conflict(
    'LAST_ADMINISTRATOR',
    'Nobody would be left who may do everything for all brands. Make somebody else an administrator first.',
  )
}

type StoredUser = queries.StoredUser

function findIssues(
  inputs: readonly UserInput[],
  stored: ReadonlyMap<string, StoredUser>,
  passwords: HashedPasswords,
): RowIssue[] {
  const seen = new Set<string>()
  const issues: RowIssue[] = []
  for (const [row, { email, invited }] of inputs.entries()) {
    const key = emailKey(email)
    const user = stored.get(key)
    const password = passwords.get(key)
    if (password && password.seen !== user?.password_hash) throw new PasswordChanged()
    if (seen.has(key)) {
      issues.push({ row, ...issue('email', `repeats ${key}: list each user once`) })
    } else if (!user && !password && !invited) {
      issues.push({ row, ...issue('password', 'is required for a new user') })
    }
    seen.add(key)
  }
  return issues
}

function merge(input: UserInput, user: StoredUser | undefined, hash: string | undefined) {
  const email = input.newEmail ?? input.email
  return {
    email,
    email_key: emailKey(email),
    password_hash: hash ?? user?.password_hash ?? '',
    active: input.active ?? Boolean(user?.active ?? true),
    role: input.role === undefined ? (user?.role ?? null) : input.role,
    all_brands: input.all_brands ?? Boolean(user?.all_brands ?? false),
  }
}

function withRole(input: UserInput): UserInput {
  if (!input.role) return input
  const { permissions, allBrands } = ROLES[input.role]
  return {
    ...input,
    permissions: input.permissions ?? permissions,
    all_brands: input.all_brands ?? allBrands,
  }
}

type Merged = ReturnType<typeof merge>

function isSame(next: Merged, user: StoredUser): boolean {
  return (
    next.email === user.email &&
    next.password_hash === user.password_hash &&
    next.active === Boolean(user.active) &&
    next.role === user.role &&
    next.all_brands === Boolean(user.all_brands)
  )
}

function endsSessions(next: Merged, user: StoredUser): boolean {
  return next.password_hash !== user.password_hash || (Boolean(user.active) && !next.active)
}

/** Returns the user as the audit trail records it: of the address and the password only that they changed. */
function toAuditView({ email, password_hash, active, role, all_brands }: Merged | StoredUser) {
  return {
    email,
    password: password_hash,
    active: Boolean(active),
    role,
    all_brands: Boolean(all_brands) || null,
  }
}

async function replaceGrants(trx: Trx, id: number, { brandIds, permissions }: UserInput) {
  return {
    brands: brandIds && (await grants.replaceUserBrands(trx, id, brandIds)),
    permissions: permissions && (await grants.replaceUserPermissions(trx, id, permissions)),
  }
}
