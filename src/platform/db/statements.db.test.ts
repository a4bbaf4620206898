import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import type { Db } from './db.ts'
import { openDatabase } from './open.ts'
import type { Statement } from './statements.ts'

let database: TestDatabase
let db: Db | undefined

beforeEach(async () => {
  database = await createDatabase(inject('databaseServer'))
})
afterEach(async () => {
  await db?.close()
  await database.drop()
})

const PRIVATE = 'very-private@example.com'

test('each statement is reported by its text without values, and its duration', async () => {
  const reported: Statement[] = []
  const where = {
    DATABASE_URL: database.env.DATABASE_URL,
    DATABASE_POOL_SIZE: 2,
    DATA_DIR: database.env.DATA_DIR,
  }
  db = await openDatabase(where, {
    statementTimeoutMs: 0,
    onError: (error) => console.error(String(error)),
    onStatement: (statement) => reported.push(statement),
  })
  await db.read.selectFrom('api_users').select('id').where('email', '=', PRIVATE).execute()
  await db.write(async (trx) => {
    await trx.updateTable('api_users').set({ email: PRIVATE }).where('id', '=', 1).execute()
  })
  expect(reported.map(({ sql }) => sql)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^select .*"email" = /),
      expect.stringMatching(/^update /),
      'commit',
    ]),
  )
  expect(JSON.stringify(reported)).not.toContain('private')
  for (const { ms } of reported) expect(ms).toBeGreaterThanOrEqual(0)
})
