import { type Micros, toIsoMicros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { pick } from '../../../platform/references.ts'
import { emailKey } from '../../../platform/validate.ts'
import { findSlugs } from '../../brands/index.ts'
import { ALL_PERMISSIONS, PERMISSIONS } from '../permissions.ts'
import { REFRESH_TTL_S } from '../sessions.ts'
import * as queries from './queries.ts'

type StoredUser = Awaited<ReturnType<typeof queries.listUsers>>[number]

/** What is given of a user, with names as in the set-up file. */
export interface UserFields {
  password?: string
  active?: boolean
  brands?: string[]
  permissions?: string[]
}

export interface Grants {
  brands: readonly string[]
  permissions: readonly string[]
}

/** The user with this e-mail address or id. Throws NOT_FOUND. */
export async function findUser(reader: Reader, reference: string): Promise<StoredUser> {
  return pick(await queries.listUsers(reader), reference, {
    noun: 'API user',
    key: 'email',
    keyOf: (user) => user.email,
    fold: emailKey,
  })
}

/** A user as commands show it. */
export function describeUser({ id, email, active, brands, permissions }: StoredUser) {
  return { id, email, active, brands, permissions }
}

/** The same with the user's sessions. */
export async function showUser(reader: Reader, reference: string, now: Micros) {
  const user = await findUser(reader, reference)
  const sessions = await queries.listOpenSessions(reader, user.id, now)
  return {
    ...describeUser(user),
    sessions: sessions.map(({ id, created_at, expires_at }) => ({
      id,
      started_at: toIsoMicros(created_at),
      refreshed_at: toIsoMicros(expires_at - REFRESH_TTL_S * 1_000_000),
      expires_at: toIsoMicros(expires_at),
    })),
  }
}

/** Plans a new user. Throws VALIDATION_ERROR where the address belongs to one. */
export async function planNewUser(reader: Reader, email: string, fields: UserFields) {
  const users = await queries.listUsers(reader)
  if (users.some((user) => user.email_key === emailKey(email.trim()))) {
    throw new AppError(
      'VALIDATION_ERROR',
      `There is an API user "${email}" already. Change it with: transom users update`,
    )
  }
  return { api_users: [{ email, ...fields, brands: await findSlugs(reader, fields.brands) }] }
}

/** Plans that a user has these fields. */
export async function planUser(reader: Reader, reference: string, fields: UserFields) {
  const { email } = await findUser(reader, reference)
  return { api_users: [{ email, ...fields, brands: await findSlugs(reader, fields.brands) }] }
}

/** Plans that a user holds more. */
export async function planGrant(reader: Reader, reference: string, more: Grants) {
  const { email, brands, permissions } = await findUser(reader, reference)
  const slugs = (await findSlugs(reader, more.brands)) ?? []
  return {
    api_users: [
      {
        email,
        brands: [...new Set([...brands, ...slugs])],
        permissions: [...new Set([...permissions, ...more.permissions])],
      },
    ],
  }
}

/** Plans that a user holds less. What is left of `warranty:*` is named permission by permission. */
export async function planRevocation(reader: Reader, reference: string, less: Grants) {
  const { email, brands, permissions } = await findUser(reader, reference)
  const slugs = new Set(await findSlugs(reader, less.brands))
  const gone = new Set(less.permissions)
  refuseUnknown(gone)
  const all = permissions.includes(ALL_PERMISSIONS)
  const held = all && gone.size > 0 ? PERMISSIONS : permissions
  return {
    api_users: [
      {
        email,
        brands: brands.filter((slug) => !slugs.has(slug)),
        permissions: gone.has(ALL_PERMISSIONS) ? [] : held.filter((permission) => !gone.has(permission)),
      },
    ],
  }
}

/** A permission that is misspelt would be taken away from nobody, and nobody would notice. */
function refuseUnknown(permissions: ReadonlySet<string>): void {
  const known: readonly string[] = [...PERMISSIONS, ALL_PERMISSIONS]
  const unknown = [...permissions].filter((permission) => !known.includes(permission))
  if (unknown.length === 0) return
  throw new AppError(
    'VALIDATION_ERROR',
    `There is no permission ${unknown.join(', ')}; there are ${known.join(', ')}.`,
  )
}
