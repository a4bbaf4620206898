import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { makeTempFolder, removeFolder } from '../../../test/support/temp-folders.ts'
import type { Db } from './db.ts'
import { migrate } from './migrate.ts'

let database: OpenTestDatabase
let folder: string

beforeEach(async () => {
  database = await openTestDatabase()
  folder = makeTempFolder('migrations')
  mkdirSync(join(folder, database.dialect))
  // A separate folder, so that this test controls all migrations of its database.
  await database.db.write((trx) => sql`delete from schema_migrations`.execute(trx))
})
afterEach(async () => {
  await database.drop()
  removeFolder(folder)
})

const put = (name: string, text: string) => writeFileSync(join(folder, database.dialect, name), text)
const run = (db: Db = database.db) => migrate(db, folder)

async function namesIn(table: string): Promise<unknown[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
    database.db.read,
  )
  return rows.map(({ name }) => name)
}

test('applies the pending migrations in the order of their numbers, and returns their names', async () => {
  put('0002_boats.sql', "INSERT INTO boats (name) VALUES ('second');")
  put('0001_boats.sql', "CREATE TABLE boats (name text); INSERT INTO boats (name) VALUES ('first');")
  put('notes.txt', 'no migration')
  expect(await run()).toEqual(['0001_boats.sql', '0002_boats.sql'])
  put('0003_more.sql', "INSERT INTO boats (name) VALUES ('third');")
  expect(await run()).toEqual(['0003_more.sql'])
  expect(await run()).toEqual([])
  expect(await namesIn('boats')).toEqual(['first', 'second', 'third'])
})

test('two concurrent processes both succeed, and each migration is applied once', async () => {
  put('0001_boats.sql', "CREATE TABLE boats (name text); INSERT INTO boats (name) VALUES ('Ada');")
  const others = await Promise.all([database.openAnother(), database.openAnother()])
  const applied = await Promise.all([database.db, ...others].map(run))
  for (const other of others) await other.close()
  expect(applied.flat()).toEqual(['0001_boats.sql'])
  expect(await namesIn('boats')).toEqual(['Ada'])
})

test('an edited migration is refused, and nothing after it is applied', async () => {
  put('0001_boats.sql', 'CREATE TABLE boats (name text);')
  await run()
  put('0001_boats.sql', 'CREATE TABLE boats (name text, length integer);')
  put('0002_more.sql', "INSERT INTO boats (name) VALUES ('Ada');")
  await expect(run()).rejects.toThrow(/0001_boats\.sql is not the one that was applied/)
  expect(await namesIn('boats')).toEqual([])
})

test('a database of a newer version is refused and left unchanged', async () => {
  put('0001_boats.sql', 'CREATE TABLE boats (name text);')
  await run()
  await database.db.write((trx) =>
    sql`insert into schema_migrations (name, checksum, applied_at) values ('0009_later.sql', 'a', 1)`.execute(
      trx,
    ),
  )
  put('0002_more.sql', "INSERT INTO boats (name) VALUES ('Ada');")
  await expect(run()).rejects.toThrow(/has migration 0009_later\.sql.*Run the newer version/)
  expect(await namesIn('boats')).toEqual([])
})

test('a failed migration rolls back those before it', async () => {
  put('0001_boats.sql', 'CREATE TABLE boats (name text);')
  put('0002_broken.sql', 'CREATE TABLE harbours (name text); INSERT INTO nowhere VALUES (1);')
  await expect(run()).rejects.toThrow(/nowhere/)
  expect(await namesIn('schema_migrations')).toEqual([])
  await expect(namesIn('boats')).rejects.toThrow(/boats/)
  put('0002_broken.sql', 'CREATE TABLE harbours (name text);')
  expect(await run()).toEqual(['0001_boats.sql', '0002_broken.sql'])
})
