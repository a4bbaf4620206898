import type { Micros } from '../../platform/clock.ts'
import { type Cached, cached, invalidate } from '../../platform/db/cached.ts'
import type { Db, Reader, Trx } from '../../platform/db/db.ts'
import { ACCESS } from '../brands/index.ts'
import { listRevokedFamilies, readAccess } from './directory-queries.ts'
import { expandPermissions, type Permission, type Scope } from './permissions.ts'

/** A user as every request needs to know it. */
export interface ApiUser {
  id: number
  active: boolean
  /** True: the user also holds brands that are created later. */
  allBrands: boolean
  brands: ReadonlySet<number>
  permissions: ReadonlySet<Permission>
  /** True: the user signs in with a code, too. */
  hasSecondFactor: boolean
}

/** An API token as every request needs to know it. */
export interface ApiToken {
  id: number
  kind: 'secret' | 'publishable' | 'service'
  allBrands: boolean
  brands: ReadonlySet<number>
  /** Empty for a service token. */
  scopes: ReadonlySet<Scope>
  /** Only service tokens have some. */
  permissions: ReadonlySet<Permission>
  /** The web pages' origins from which a publishable token works. */
  origins: ReadonlySet<string>
  expiresAt: Micros | null
}

export interface AccessDirectory {
  users: ReadonlyMap<number, ApiUser>
  /** The active tokens by the SHA-256 of their text, in hexadecimal. */
  tokens: ReadonlyMap<string, ApiToken>
  /** The active tokens that work on web pages. */
  publishable: readonly ApiToken[]
}

const SESSIONS = 'sessions'

/** The maximum of TRANSOM_ACCESS_TTL: tokens issued earlier may have had a longer lifetime than today's. */
const LONGEST_ACCESS_TTL_S = 86_400

/** A cache of users, their permissions and brands, and API tokens. */
export function createAccessCache(db: Db): Cached<AccessDirectory> {
  return cached(db, ACCESS, loadAccess)
}

/** Invalidates the cache. Call it in the transaction that changes a user, a token, or their grants. */
export function accessChanged(db: Db, trx: Trx): Promise<void> {
  return invalidate(db, trx, ACCESS)
}

/** Revoked token families whose access tokens have not all expired. */
export function createRevokedFamilyCache(db: Db, now: () => number): Cached<ReadonlySet<number>> {
  return cached(
    db,
    SESSIONS,
    async (reader) => new Set(await listRevokedFamilies(reader, now() - LONGEST_ACCESS_TTL_S * 1_000_000)),
  )
}

/** Invalidates the cache. Call it in the transaction that ends a token family. */
export function sessionsChanged(db: Db, trx: Trx): Promise<void> {
  return invalidate(db, trx, SESSIONS)
}

async function loadAccess(reader: Reader): Promise<AccessDirectory> {
  const stored = await readAccess(reader)
  const userBrands = group(stored.userBrands)
  const permissions = group(stored.permissions)
  const tokenBrands = group(stored.tokenBrands)
  const scopes = group(stored.scopes)
  const tokenPermissions = group(stored.tokenPermissions)
  const origins = group(stored.origins)
  const everyBrand = new Set(stored.brands.map(({ id }) => id))
  const tokens = new Map(
    stored.tokens.map(({ id, token_hash, kind, all_brands, expires_at }): [string, ApiToken] => [
      token_hash,
      {
        id,
        kind,
        allBrands: Boolean(all_brands),
        brands: all_brands ? everyBrand : (tokenBrands.get(id) ?? new Set()),
        scopes: (scopes.get(id) ?? new Set()) as Set<Scope>,
        permissions: expandPermissions(tokenPermissions.get(id) ?? []),
        origins: origins.get(id) ?? new Set(),
        expiresAt: expires_at,
      },
    ]),
  )
  return {
    users: new Map(
      stored.users.map(({ id, active, all_brands, totp_secret }) => [
        id,
        {
          id,
          active: Boolean(active),
          allBrands: Boolean(all_brands),
          brands: all_brands ? everyBrand : (userBrands.get(id) ?? new Set()),
          permissions: expandPermissions(permissions.get(id) ?? []),
          hasSecondFactor: totp_secret !== null,
        },
      ]),
    ),
    tokens,
    publishable: [...tokens.values()].filter(({ kind }) => kind === 'publishable'),
  }
}

function group<T>(rows: { owner: number; item: T }[]): Map<number, Set<T>> {
  const groups = new Map<number, Set<T>>()
  for (const { owner, item } of rows) {
    const items = groups.get(owner)
    if (items) items.add(item)
    else groups.set(owner, new Set([item]))
  }
  return groups
}
