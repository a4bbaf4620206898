import { expect, test } from 'vitest'
import { openTwicePerTest } from '../../../test/support/db.ts'
import { createBrandCache } from '../brands/index.ts'
import { apply, COMPLETE_FILE, contentOf } from './apply.test-support.ts'

const opened = openTwicePerTest()

const dealers = (prefix: string) =>
  Array.from({ length: 500 }, (_, i) => ({
    dealer_code: `${prefix}-${i}`,
    name: `${i}`,
    country: 'US',
    brands: ['a'],
  }))

test('a file that two processes apply concurrently is applied once', async () => {
  const [one, two] = await Promise.all([
    apply(opened.database.db, COMPLETE_FILE),
    apply(opened.other, COMPLETE_FILE),
  ])
  const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
  expect(ids(one.dealers)).toEqual(ids(two.dealers))
  expect(ids(one.api_users)).toEqual(ids(two.api_users))
  expect([one, two].flatMap((outcome) => outcome.api_tokens.filter((token) => token.token))).toHaveLength(1)
  const content = await contentOf(opened.database.db)
  expect([content.brands, content.dealers, content.users, content.tokens].map((rows) => rows.length)).toEqual(
    [2, 2, 1, 2],
  )
})

test('two files that are applied concurrently both take effect', async () => {
  const brands = [{ slug: 'a', name: 'A' }]
  await Promise.all([
    apply(opened.database.db, { brands, dealers: dealers('X') }),
    apply(opened.other, { brands, dealers: dealers('Y') }),
  ])
  expect((await contentOf(opened.database.db)).dealers).toHaveLength(1_000)
})

test("one of two concurrent password changes is stored, and the other's sessions end", async () => {
  const user = (password: string) => ({ api_users: [{ email: 'x@example.com', password }] })
  await apply(opened.database.db, user('first'))
  await Promise.all([apply(opened.database.db, user('second')), apply(opened.other, user('third'))])
  const { users } = await contentOf(opened.database.db)
  expect(users).toHaveLength(1)
  await apply(opened.database.db, user('third'))
  await apply(opened.database.db, user('second'))
  expect((await contentOf(opened.database.db)).users[0]!.password_hash).not.toBe(users[0]!.password_hash)
})

test('other writes succeed during an apply', async () => {
  const write = (i: number) =>
    opened.other.write((trx) =>
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
    apply(opened.database.db, { brands: [{ slug: 'a', name: 'A' }], dealers: dealers('X') }),
    apply(opened.database.db, { brands: [{ slug: 'a', name: 'A' }], dealers: dealers('Y') }),
  ])
  expect(await opened.other.read.selectFrom('throttles').select('key').execute()).toHaveLength(50)
  expect((await contentOf(opened.other)).dealers).toHaveLength(1_000)
})

test('another process sees an applied file within 2 s', async () => {
  const brands = createBrandCache(opened.other)
  expect((await brands.getFresh()).bySlug.size).toBe(0)
  await apply(opened.database.db, COMPLETE_FILE)
  await expect.poll(async () => (await brands.getFresh()).bySlug.size, { timeout: 2_000 }).toBe(2)
})
