import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openPerTest } from '../../../test/support/db.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Principal } from '../../platform/principal.ts'
import { apply } from '../setup/apply.test-support.ts'
import { inviteUser } from './operations/invite-user.ts'
import { updateUser } from './operations/update-user.ts'
import { PERMISSIONS } from './permissions.ts'
import type { UserChanges } from './users/user-fields.ts'

const database = openPerTest()

const SHELL: Principal = { kind: 'shell', name: 'ada' }
const REFUSED = expect.objectContaining({ code: 'LAST_ADMINISTRATOR' })

async function makeAdministrator(): Promise<string> {
  const email = `user-${randomBytes(6).toString('hex')}@example.com`
  await apply(database.db, { api_users: [{ email, password: 'x', role: 'administrator' }] })
  return email
}

interface Door {
  by?: Principal
  db?: Db
}

const update = (email: string, changes: UserChanges, { by = SHELL, db = database.db }: Door = {}) =>
  updateUser({ db, clock, principal: by }, { reference: email, changes })

const activeAdministrators = async () => {
  const users = database.db.read.selectFrom('api_users').select('email').where('active', '=', true)
  return (await users.where('all_brands', '=', true).execute()).map(({ email }) => email)
}

const TAKING: [string, UserChanges][] = [
  ['deactivating', { active: false }],
  ['another role', { role: 'brand_manager' }],
  ['fewer permissions', { permissions: ['leads:*'] }],
  ['a removed permission', { remove_permissions: ['system:write'] }],
  ['no more than some brands', { all_brands: false }],
]

test.each(TAKING)('%s takes the last administrator away at no door', async (_how, changes) => {
  const email = await makeAdministrator()
  const http: Principal = {
    kind: 'user',
    id: 1,
    permissions: new Set(PERMISSIONS),
    brands: new Set(),
    allBrands: true,
  }
  await expect(update(email, changes)).rejects.toEqual(REFUSED)
  await expect(update(email, changes, { by: http })).rejects.toEqual(REFUSED)
  const { remove_permissions, ...fields } = changes
  const entry = { email, ...fields, ...(remove_permissions && { permissions: ['leads:*'] }) }
  await expect(apply(database.db, { api_users: [entry] })).rejects.toEqual(REFUSED)
  expect(await activeAdministrators()).toEqual([email])
  await makeAdministrator()
  await update(email, changes)
})

test('somebody who was invited and has no password yet is no administrator', async () => {
  const email = await makeAdministrator()
  const ctx = { db: database.db, clock, principal: SHELL, publicUrl: undefined, mail: undefined }
  await inviteUser(ctx, { email: 'invited@example.com', role: 'administrator' })
  await expect(update(email, { active: false })).rejects.toEqual(REFUSED)
})

test('a file that replaces the administrator by another is applied, in either order', async () => {
  const email = await makeAdministrator()
  const next = { email: 'next@example.com', password: 'x', role: 'administrator' }
  await apply(database.db, { api_users: [{ email, active: false }, next] })
  expect(await activeAdministrators()).toEqual(['next@example.com'])
})

test('two administrators who deactivate each other at the same moment leave one of them', async () => {
  const other = await database.openAnother()
  const [first, second] = [await makeAdministrator(), await makeAdministrator()]
  const principal = async (email: string): Promise<Principal> => {
    const users = database.db.read.selectFrom('api_users').select('id').where('email', '=', email)
    const { id } = await users.executeTakeFirstOrThrow()
    return { kind: 'user', id, permissions: new Set(PERMISSIONS), brands: new Set(), allBrands: true }
  }
  const [one, two] = [await principal(first), await principal(second)]
  const deactivate = (email: string, by: Principal, db: Db) => update(email, { active: false }, { by, db })
  for (let round = 0; round < 10; round++) {
    const outcomes = await Promise.allSettled([
      deactivate(second, one, database.db),
      deactivate(first, two, other),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find((outcome) => outcome.status === 'rejected')!.reason).toEqual(REFUSED)
    expect(await activeAdministrators()).toHaveLength(1)
    for (const email of [first, second]) await update(email, { active: true })
  }
  await other.close()
})
