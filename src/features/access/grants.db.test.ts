import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { apply } from '../setup/apply.test-support.ts'
import { createAccessCache } from './directory.ts'
import { createToken } from './operations/create-token.ts'
import { endUserSessions } from './operations/end-user-sessions.ts'
import { inviteUser } from './operations/invite-user.ts'
import { updateToken } from './operations/update-token.ts'
import { updateUser } from './operations/update-user.ts'
import { expandPermissions, GRANTABLE, PERMISSIONS } from './permissions.ts'
import { ROLE_NAMES, ROLES } from './roles.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)
beforeAll(() =>
  apply(db, {
    brands: [
      { id: 1, slug: 'harbor-craft', name: 'Harbor Craft' },
      { id: 2, slug: 'northwind', name: 'Northwind' },
    ],
  }),
)

const unique = () => randomBytes(6).toString('hex')
const newEmail = () => `user-${unique()}@example.com`

/** A user of the first brand who holds what these names stand for, and may write access. */
const holder = (...names: string[]): Principal => ({
  kind: 'user',
  id: 1_000_000,
  permissions: new Set<string>([...expandPermissions(names), 'access:write']),
  brands: new Set([1]),
})

const context = (principal: Principal): OperationContext => ({
  db,
  clock: { now: () => Date.now() * 1000 },
  principal,
})
const invite = (by: Principal, fields: object) => {
  const ctx = { ...context(by), publicUrl: undefined, mail: undefined }
  return inviteUser(ctx, { email: newEmail(), brands: ['harbor-craft'], ...fields })
}
const REFUSED = expect.objectContaining({ code: 'GRANT_NOT_PERMITTED' })

test.each(GRANTABLE)('only a principal that holds everything in %s can grant it', async (name) => {
  const all = [...expandPermissions([name])]
  expect((await invite(holder(...all), { permissions: [name] })).permissions).toEqual([name])
  for (const missing of all) {
    if (missing === 'access:write') continue
    const others = PERMISSIONS.filter((one) => one !== missing)
    await expect(invite(holder(...others), { permissions: [name] })).rejects.toEqual(REFUSED)
  }
})

test.each(ROLE_NAMES)('the role %s can be given by those who hold its permissions', async (role) => {
  const { permissions, allBrands } = ROLES[role]
  const by = holder(...permissions)
  if (allBrands) await expect(invite(by, { role })).rejects.toEqual(REFUSED)
  const everywhere = { ...by, allBrands: true } as Principal
  expect((await invite(everywhere, { role })).role).toBe(role)
  if (role === 'administrator') return
  const [first] = [...expandPermissions(permissions)]
  const less = holder(...PERMISSIONS.filter((one) => one !== first))
  await expect(invite(less, { role })).rejects.toEqual(REFUSED)
})

test('a brand manager can make users of all roles but the administrator’s', async () => {
  const manager = holder(...ROLES.brand_manager.permissions)
  for (const role of ROLE_NAMES) {
    const made = invite(manager, { role })
    if (role === 'administrator') await expect(made).rejects.toEqual(REFUSED)
    else expect((await made).role).toBe(role)
  }
})

const STRONGER = [
  ['another permission', { permissions: ['leads:read', 'system:write'], brands: ['harbor-craft'] }],
  ['everything', { permissions: ['*'], brands: ['harbor-craft'] }],
  ['another brand', { permissions: ['leads:read'], brands: ['harbor-craft', 'northwind'] }],
  ['all brands', { permissions: ['leads:read'], brands: ['harbor-craft'], all_brands: true }],
] as const

test.each(STRONGER)('a user with %s is out of reach for those who have less', async (_what, grants) => {
  const email = newEmail()
  await apply(db, { api_users: [{ email, password: 'first password', ...grants }] })
  const ctx = context(holder('leads:*', 'access:*'))
  const stored = () =>
    db.read.selectFrom('api_users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const before = await stored()
  const changes = [
    { active: false },
    { password: 'another password' },
    { email: newEmail() },
    { permissions: ['leads:read'] },
    { brands: ['harbor-craft'] },
    { role: 'sales' as const },
    {},
  ]
  for (const change of changes) {
    await expect(updateUser(ctx, { reference: email, changes: change })).rejects.toEqual(REFUSED)
  }
  await expect(endUserSessions(ctx, email)).rejects.toEqual(REFUSED)
  expect(await stored()).toEqual(before)
})

test.each(STRONGER)(
  'a service token with %s is out of reach for those who have less',
  async (_what, grants) => {
    const shell = context({ kind: 'shell', name: 'ada' })
    const { all_brands, permissions, brands } = { all_brands: false, ...grants }
    const lists = { permissions: [...permissions], brands: [...brands], all_brands }
    const { id } = await createToken(shell, { name: unique(), kind: 'service', ...lists })
    const ctx = context(holder('leads:*', 'access:*'))
    for (const changes of [{ new_token: true }, { active: false }, { name: unique() }]) {
      await expect(updateToken(ctx, { reference: `id:${id}`, changes })).rejects.toEqual(REFUSED)
    }
    await expect(createToken(ctx, { name: unique(), kind: 'service', ...lists })).rejects.toEqual(REFUSED)
  },
)

test('a refused grant is recorded with what was missing, and changes nothing else', async () => {
  const by = { ...holder('leads:read'), id: 4_711 } as Principal
  const email = newEmail()
  const asked = { email, permissions: ['*'], brands: ['northwind'], all_brands: true }
  await expect(invite(by, asked)).rejects.toEqual(REFUSED)
  const entries = await db.read
    .selectFrom('audit_entries')
    .select(['action', 'subject_id', 'after'])
    .where('actor_id', '=', 4_711)
    .execute()
  expect(entries.map(({ after, ...entry }) => ({ ...entry, after: JSON.parse(after!) }))).toEqual([
    {
      action: 'user.grant_refused',
      subject_id: null,
      after: { permissions: ['*'], brands: [2], all_brands: true },
    },
  ])
  const users = db.read.selectFrom('api_users').select('id').where('email', '=', email)
  expect(await users.execute()).toEqual([])
})

test('users who existed before keep the rights that they had: warranty:* is its seven', async () => {
  const email = newEmail()
  const { api_users } = await apply(db, {
    api_users: [{ email, password: 'x', brands: ['harbor-craft'], permissions: ['warranty:*'] }],
  })
  const { users } = await createAccessCache(db).getFresh()
  expect([...users.get(api_users[0]!.id)!.permissions].sort()).toEqual([
    ...['warranty:create', 'warranty:history', 'warranty:list', 'warranty:read', 'warranty:retry_sync'],
    ...['warranty:transfer', 'warranty:update'],
  ])
})
