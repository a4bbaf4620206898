import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import type { Db } from '../../platform/db/db.ts'
import { createBrandCache } from '../brands/index.ts'
import { apply, COMPLETE_FILE, contentOf } from './apply.test-support.ts'

let database: OpenTestDatabase
let other: Db
beforeEach(async () => {
  database = await openTestDatabase()
  other = await database.openAnother()
})
afterEach(async () => {
  await other.close()
  await database.drop()
})

const dealers = (prefix: string) =>
  Array.from({ length: 500 }, (_, i) => ({
    dealer_code: `${prefix}-${i}`,
    name: `${i}`,
    country: 'US',
    brands: ['a'],
  }))

test('a file that two processes apply concurrently is applied once', async () => {
  const [one, two] = await Promise.all([apply(database.db, COMPLETE_FILE), apply(other, COMPLETE_FILE)])
  const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
  expect(ids(one.dealers)).toEqual(ids(two.dealers))
  expect(ids(one.api_users)).toEqual(ids(two.api_users))
  expect([one, two].flatMap((outcome) => outcome.api_tokens.filter((token) => token.token))).toHaveLength(1)
  const content = await contentOf(database.db)
  expect([content.brands, content.dealers, content.users, content.tokens].map((rows) => rows.length)).toEqual(
    [2, 2, 1, 2],
  )
})

test('two files that are applied concurrently both take effect', async () => {
  const brands = [{ slug: 'a', name: 'A' }]
  await Promise.all([
    apply(database.db, { brands, dealers: dealers('X') }),
    apply(other, { brands, dealers: dealers('Y') }),
  ])
  expect((await contentOf(database.db)).dealers).toHaveLength(1_000)
})

test('of two concurrent passwords one is stored, and sessions of the other end', async () => {
  const user = (password: string) => ({ api_users: [{ email: 'x@example.com', password }] })
  await apply(database.db, user('first'))
  await Promise.all([apply(database.db, user('second')), apply(other, user('third'))])
  const { users } = await contentOf(database.db)
  expect(users).toHaveLength(1)
  await apply(database.db, user('third'))
  await apply(database.db, user('second'))
  expect((await contentOf(database.db)).users[0]!.password_hash).not.toBe(users[0]!.password_hash)
})

test('other writes succeed during an apply', async () => {
  const write = (i: number) =>
    other.write((trx) =>
      trx
        .insertInto('throttles')
        .values({ key: `k${i}`, window_start: 0, window_end: 0, count: 1 })
        .execute(),
    )
  const writes = Array.from({ length: 50 }, async (_, i) => {
    await new Promise((resolve) => setTimeout(resolve, 2 * i))
    return write(i)
  })
  await Promise.all([
    ...writes,
    apply(database.db, { brands: [{ slug: 'a', name: 'A' }], dealers: dealers('X') }),
    apply(database.db, { brands: [{ slug: 'a', name: 'A' }], dealers: dealers('Y') }),
  ])
  expect(await other.read.selectFrom('throttles').select('key').execute()).toHaveLength(50)
  expect((await contentOf(other)).dealers).toHaveLength(1_000)
})

test('another process sees an applied file within 2 s', async () => {
  const brands = createBrandCache(other)
  expect((await brands.getFresh()).bySlug.size).toBe(0)
  await apply(database.db, COMPLETE_FILE)
  await expect.poll(async () => (await brands.getFresh()).bySlug.size, { timeout: 2_000 }).toBe(2)
})
