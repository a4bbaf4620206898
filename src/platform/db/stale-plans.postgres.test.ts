import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import type { Db, Reader } from './db.ts'

let database: OpenTestDatabase
/** A process of a newer version, which migrates the database. */
let newer: Db

beforeAll(async () => {
  database = await openTestDatabase()
  newer = await database.openAnother()
})
afterAll(async () => {
  await newer.close()
  await database.drop()
})

const look = (reader: Reader) =>
  sql<object>`select * from revisions where topic = ${'a'}`.execute(reader).then(({ rows }) => rows)
const addColumn = (name: string) =>
  newer.exclusive(({ query }) => query(`alter table revisions add column ${name} text`))

test('a process keeps working when a newer version adds a column to its tables', async () => {
  const { db } = database
  await db.write((trx) => trx.insertInto('revisions').values({ topic: 'a', revision: 1 }).execute())
  // Prepares the statement on every connection of the pool.
  const looks = (of: () => Promise<object[]>) => Promise.all(Array.from({ length: 20 }, of))
  await looks(() => look(db.read))
  await addColumn('later')
  const seen = { topic: 'a', revision: 1, later: null }
  expect(new Set((await looks(() => look(db.read))).map((rows) => JSON.stringify(rows)))).toEqual(
    new Set([JSON.stringify([seen])]),
  )
  await looks(() => db.write(look))
  await addColumn('latest')
  expect((await looks(() => db.write(look))).flat()).toEqual(Array(20).fill({ ...seen, latest: null }))
})
