import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import type { Db } from './db.ts'
import { openDatabase } from './open.ts'

let database: TestDatabase
let db: Db | undefined

beforeEach(async () => {
  database = await createDatabase(inject('databaseServer'))
})
afterEach(async () => {
  await db?.close()
  await database.drop()
})

/** Opens the database, for which every statement is slow that takes `ms`; what it tells. */
async function open(ms: number) {
  const told: { sql: string; ms: number }[] = []
  const where = {
    DATABASE_URL: database.env.DATABASE_URL,
    DATABASE_POOL_SIZE: 2,
    DATA_DIR: database.env.DATA_DIR,
  }
  const slow = { ms, tell: (query: { sql: string; ms: number }) => told.push(query) }
  db = await openDatabase(where, {
    statementTimeoutMs: 0,
    onError: (error) => console.error(String(error)),
    slow,
  })
  return { db, told }
}

const PRIVATE = 'very-private@example.com'

async function readAndWrite(db: Db): Promise<void> {
  await db.read.selectFrom('api_users').select('id').where('email', '=', PRIVATE).execute()
  await db.write(async (trx) => {
    await trx.updateTable('api_users').set({ email: PRIVATE }).where('id', '=', 1).execute()
  })
}

test('slow statements are told by their text, in which no value is', async () => {
  const { db, told } = await open(0)
  await readAndWrite(db)
  expect(told.map(({ sql }) => sql)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^select .*"email" = /),
      expect.stringMatching(/^update /),
    ]),
  )
  expect(told.map(({ sql }) => sql.toUpperCase())).toContain('COMMIT')
  expect(JSON.stringify(told)).not.toContain('private')
  for (const { ms } of told) expect(ms).toBeGreaterThanOrEqual(0)
})

test('quick ones are not told', async () => {
  const { db, told } = await open(60_000)
  await readAndWrite(db)
  expect(told).toEqual([])
})
