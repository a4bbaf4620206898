import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { compiledQuery, type Input } from './compiled-query.ts'

let database: OpenTestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.write(async (trx) => {
    const groups = ['Anchor', 'Bollard', 'Capstan', 'Derrick']
    await trx
      .insertInto('dealer_groups')
      .values(groups.map((name, index) => ({ id: index + 1, name })))
      .execute()
  })
})
afterAll(() => database.drop())

interface Wanted extends Input {
  ids?: readonly number[]
  named?: { from: string; to?: string }
  limit?: number
}

/** Returns a query and the number of times that it was built. */
function makeQuery() {
  const query = compiledQuery((reader, { ids, named, limit }: Wanted) => {
    built.times++
    let groups = reader.selectFrom('dealer_groups').select('name').orderBy('id')
    if (ids) groups = groups.where('id', 'in', ids)
    if (named) groups = groups.where('name', '>=', named.from)
    if (named?.to !== undefined) groups = groups.where('name', '<', named.to)
    return limit === undefined ? groups : groups.limit(limit)
  })
  const built = { times: 0 }
  const run = async (wanted: Wanted) => (await query(database.db.read, wanted)).map(({ name }) => name)
  return { query, built, run }
}

test("it is built once and returns the rows for each run's values", async () => {
  const { run, built } = makeQuery()
  expect(await run({ ids: [1, 3], named: { from: 'A', to: 'C' } })).toEqual(['Anchor'])
  expect(await run({ ids: [2, 4], named: { from: 'B', to: 'Z' } })).toEqual(['Bollard', 'Derrick'])
  expect(await run({ ids: [4, 2], named: { from: 'C', to: 'Z' } })).toEqual(['Derrick'])
  expect(built.times).toBe(1)
})

test('input with other fields, or lists of another length, builds another query', async () => {
  const { run, built } = makeQuery()
  expect(await run({})).toHaveLength(4)
  expect(await run({ limit: 2 })).toEqual(['Anchor', 'Bollard'])
  expect(await run({ ids: [3] })).toEqual(['Capstan'])
  expect(await run({ ids: [3, 4] })).toEqual(['Capstan', 'Derrick'])
  expect(await run({ named: { from: 'C' } })).toEqual(['Capstan', 'Derrick'])
  expect(built.times).toBe(5)
  expect(await run({ named: { from: 'D' }, ids: undefined })).toEqual(['Derrick'])
  expect(built.times).toBe(5)
})

test('a query can distinguish null from a value', async () => {
  const isNull = compiledQuery((reader, { group }: { group: number | null }) =>
    reader
      .selectFrom('dealer_groups')
      .select(sql<string>`${group === null ? sql.lit('null') : sql.lit('a value')}`.as('given'))
      .limit(1),
  )
  expect(await isNull(database.db.read, { group: null })).toEqual([{ given: 'null' }])
  expect(await isNull(database.db.read, { group: 7 })).toEqual([{ given: 'a value' }])
})

test('fixed values are part of the text', async () => {
  const texts: string[] = []
  const page = compiledQuery((reader, _: Input, { limit }: { limit: number }) => {
    const query = reader.selectFrom('dealer_groups').select('name').orderBy('id').limit(sql.lit(limit))
    texts.push(query.compile().sql)
    return query
  })
  expect(await page(database.db.read, {}, { limit: 1 })).toHaveLength(1)
  expect(await page(database.db.read, {}, { limit: 3 })).toHaveLength(3)
  expect(await page(database.db.read, {}, { limit: 1 })).toHaveLength(1)
  expect(texts).toEqual([expect.stringContaining('limit 1'), expect.stringContaining('limit 3')])
})

test("in a transaction it reads the transaction's writes, and is not built again for the next one", async () => {
  const { query, built } = makeQuery()
  const addAndFind = (id: number) =>
    database.db.write(async (trx) => {
      await trx.insertInto('dealer_groups').values({ id, name: 'Fender' }).execute()
      const found = await query(trx, { ids: [id] })
      await trx.deleteFrom('dealer_groups').where('id', '=', id).execute()
      return found
    })
  expect(await addAndFind(8)).toEqual([{ name: 'Fender' }])
  expect(await addAndFind(9)).toEqual([{ name: 'Fender' }])
  expect(built.times).toBe(1)
})

test('each database has its own compiled query', async () => {
  const { query, built } = makeQuery()
  const other = await database.openAnother()
  expect(await query(database.db.read, { ids: [1] })).toEqual(await query(other.read, { ids: [1] }))
  await other.close()
  expect(built.times).toBe(2)
})

test('it forgets old shapes, and builds them again when needed', async () => {
  const { run, built } = makeQuery()
  for (let length = 1; length <= 201; length++) await run({ ids: Array(length).fill(1) })
  expect(await run({ ids: [2] })).toEqual(['Bollard'])
  expect(built.times).toBe(202)
})
