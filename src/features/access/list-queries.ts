import { sql } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import type { Reader } from '../../platform/db/db.ts'

/** Returns all API users with their grants, by e-mail address; with an id, only that one. */
export async function listUsers(reader: Reader, id?: number) {
  const users = await reader
    .selectFrom('api_users')
    .select(['id', 'email', 'email_key', 'active', 'role', 'all_brands', 'created_at', 'updated_at'])
    .select((eb) => [
      eb('password_hash', '=', '').as('invited'),
      eb('totp_secret', 'is not', null).as('second_factor'),
      eb
        .selectFrom('token_families')
        .select((families) => families.fn.max('token_families.created_at').as('at'))
        .whereRef('token_families.user_id', '=', 'api_users.id')
        .as('token_at'),
      eb
        .selectFrom('browser_sessions')
        .select((sessions) => sessions.fn.max('browser_sessions.created_at').as('at'))
        .whereRef('browser_sessions.user_id', '=', 'api_users.id')
        .as('browser_at'),
    ])
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('email_key')
    .execute()
  const brands = await listBrands(reader, 'user', id)
  const permissions = await listItems(reader, 'user', 'permission', id)
  return users.map(({ active, all_brands, invited, second_factor, token_at, browser_at, ...user }) => ({
    ...user,
    active: Boolean(active),
    all_brands: Boolean(all_brands),
    /** Whether no password is set yet. */
    invited: Boolean(invited),
    second_factor: Boolean(second_factor),
    /** Null where no sign-in is known: those that ended long ago are forgotten. */
    last_sign_in_at: Math.max(token_at ?? 0, browser_at ?? 0) || null,
    ...brandsOf(brands.get(user.id)),
    permissions: permissions.get(user.id) ?? [],
  }))
}

/** Returns the e-mail addresses of these users and the names of these tokens, by `user:ID` and `token:ID`. */
export async function listCallerNames(
  reader: Reader,
  { users, tokens }: { users: readonly number[]; tokens: readonly number[] },
): Promise<Map<string, string>> {
  const emails = users.length
    ? await reader.selectFrom('api_users').select(['id', 'email']).where('id', 'in', users).execute()
    : []
  const names = tokens.length
    ? await reader.selectFrom('api_tokens').select(['id', 'name']).where('id', 'in', tokens).execute()
    : []
  return new Map([
    ...emails.map(({ id, email }) => [`user:${id}`, email] as const),
    ...names.map(({ id, name }) => [`token:${id}`, name] as const),
  ])
}

/** Returns all API tokens with their grants, by name, without their texts and digests; with an id, only that one. */
export async function listTokens(reader: Reader, id?: number) {
  const tokens = await reader
    .selectFrom('api_tokens')
    .select(['id', 'name', 'kind', 'active', 'all_brands', 'expires_at', 'last_used_at'])
    .select(['created_at', 'updated_at'])
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('name')
    .execute()
  const brands = await listBrands(reader, 'token', id)
  const scopes = await listItems(reader, 'token', 'scope', id)
  const permissions = await listItems(reader, 'token', 'permission', id)
  const origins = await listItems(reader, 'token', 'origin', id)
  return tokens.map(({ active, all_brands, ...token }) => ({
    ...token,
    active: Boolean(active),
    all_brands: Boolean(all_brands),
    ...brandsOf(brands.get(token.id)),
    scopes: scopes.get(token.id) ?? [],
    permissions: permissions.get(token.id) ?? [],
    origins: origins.get(token.id) ?? [],
  }))
}

/** Returns a part of a user's open sessions, newest first: those of browsers, and families of tokens. */
export async function listOpenSessions(
  reader: Reader,
  { userId, now }: { userId: number; now: Micros },
  { limit, offset }: { limit: number; offset: number },
) {
  const { rows } = await sql<{
    id: number
    kind: 'browser' | 'api'
    created_at: Micros
    last_used_at: Micros | null
    expires_at: Micros
    client_address: string | null
    user_agent: string | null
  }>`
    select id, 'browser' as kind, created_at, last_used_at, expires_at, client_address, user_agent
    from browser_sessions where user_id = ${userId} and expires_at > ${now}
    union all
    select id, 'api' as kind, created_at, null as last_used_at, expires_at, null as client_address, null as user_agent
    from token_families where user_id = ${userId} and revoked_at is null and expires_at > ${now}
    order by created_at desc, kind, id desc limit ${limit} offset ${offset}
  `.execute(reader)
  return rows
}

/** Returns the number of a user's open sessions, except some, counted no further than `most`. */
export async function countOpenSessions(
  reader: Reader,
  open: { userId: number; now: Micros; browserSession?: number; familyId?: number },
  most: number,
): Promise<number> {
  const { userId, now, browserSession = 0, familyId = 0 } = open
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select id from browser_sessions where user_id = ${userId} and expires_at > ${now} and id <> ${browserSession}
      union all
      select id from token_families
      where user_id = ${userId} and revoked_at is null and expires_at > ${now} and id <> ${familyId}
      limit ${most}
    ) as open_sessions
  `.execute(reader)
  return Number(rows[0]!.count)
}

/** Returns whether a user's session of this kind is open. */
export async function isOpenSession(
  reader: Reader,
  { userId, now }: { userId: number; now: Micros },
  { kind, id }: { kind: 'browser' | 'api'; id: number },
): Promise<boolean> {
  const { rows } =
    kind === 'browser'
      ? await sql`
          select id from browser_sessions where id = ${id} and user_id = ${userId} and expires_at > ${now}
        `.execute(reader)
      : await sql`
          select id from token_families
          where id = ${id} and user_id = ${userId} and revoked_at is null and expires_at > ${now}
        `.execute(reader)
  return rows.length > 0
}

/** Returns one list of grants by owner: of all users or tokens, or of the one with this id. */
async function listItems(
  reader: Reader,
  owner: Owner,
  item: 'permission' | 'scope' | 'origin',
  id: number | undefined,
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ owner: number; item: string }>`
    select ${ownerId(owner)} as owner, ${sql.ref(item)} as item from ${sql.table(`api_${owner}_${item}s`)}
    ${onlyOf(owner, id)} order by ${sql.ref(item)}
  `.execute(reader)
  return new Map([...grouped(rows)].map(([owner, items]) => [owner, items.map(({ item }) => item)]))
}

/** Returns the brands by owner, in the same way. */
async function listBrands(reader: Reader, owner: Owner, id: number | undefined) {
  const { rows } = await sql<{ owner: number; id: number; slug: string }>`
    select ${ownerId(owner)} as owner, brands.id, brands.slug from ${sql.table(`api_${owner}_brands`)}
    join brands on brands.id = brand_id ${onlyOf(owner, id)} order by brands.slug
  `.execute(reader)
  return grouped(rows)
}

type Owner = 'user' | 'token'

const ownerId = (owner: Owner) => sql.ref(`${owner}_id`)

const onlyOf = (owner: Owner, id: number | undefined) =>
  id === undefined ? sql`` : sql`where ${ownerId(owner)} = ${id}`

function grouped<T extends { owner: number }>(rows: readonly T[]): Map<number, T[]> {
  return Map.groupBy(rows, ({ owner }) => owner)
}

function brandsOf(rows: readonly { id: number; slug: string }[] = []) {
  return { brands: rows.map(({ slug }) => slug), brandIds: rows.map(({ id }) => id) }
}
