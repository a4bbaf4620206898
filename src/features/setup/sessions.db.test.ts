import { beforeEach, expect, test } from 'vitest'
import { openPerTest } from '../../../test/support/db.ts'
import { apply } from './apply.test-support.ts'

const EMAIL = 'dms@example.com'

const database = openPerTest()
beforeEach(async () => {
  const outcome = await apply(database.db, {
    api_users: [
      { email: EMAIL, password: 'first' },
      { email: 'other@example.com', password: 'other' },
    ],
  })
  const families = outcome.api_users.map(({ id }) => ({ user_id: id, created_at: 1, expires_at: 9e15 }))
  await database.db.write((trx) =>
    trx
      .insertInto('token_families')
      .values(families.map((family) => ({ ...family, revoked_at: null })))
      .execute(),
  )
})

/** Returns the users with an open session, and the number of notifications that sessions ended. */
async function sessions() {
  const { read } = database.db
  const open = await read
    .selectFrom('token_families')
    .innerJoin('api_users', 'api_users.id', 'user_id')
    .select('email')
    .where('revoked_at', 'is', null)
    .orderBy('email')
    .execute()
  const endings = await read
    .selectFrom('revisions')
    .select('revision')
    .where('topic', '=', 'sessions')
    .execute()
  return { open: open.map((row) => row.email), endings: endings[0]?.revision ?? 0 }
}

const hashOf = async () => {
  const users = database.db.read
    .selectFrom('api_users')
    .select('password_hash')
    .where('email_key', '=', EMAIL)
  return (await users.executeTakeFirstOrThrow()).password_hash
}

test.each([
  ['another password', { password: 'second' }],
  ['deactivation', { active: false }],
])('%s ends the sessions of this user only', async (_what, change) => {
  await apply(database.db, { api_users: [{ email: EMAIL, ...change }] })
  expect(await sessions()).toEqual({ open: ['other@example.com'], endings: 1 })
})

test.each([
  ['the same password', { password: 'first' }],
  ['no password', {}],
  ['other permissions', { permissions: ['warranty:list'] }],
  ['activation of an active user', { active: true }],
])('%s ends no session and keeps the stored hash', async (_what, change) => {
  const before = await hashOf()
  await apply(database.db, { api_users: [{ email: EMAIL, ...change }] })
  expect(await sessions()).toEqual({ open: [EMAIL, 'other@example.com'], endings: 0 })
  expect(await hashOf()).toBe(before)
})

test('a refused file ends no session', async () => {
  const file = { api_users: [{ email: EMAIL, password: 'second' }, { email: 'x@example.com' }] }
  await expect(apply(database.db, file)).rejects.toThrow()
  expect((await sessions()).open).toContain(EMAIL)
})
