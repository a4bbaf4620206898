import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../../test/support/databases.ts'
import type { Db } from '../../../platform/db/db.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import { openDatabase } from '../../../platform/db/open.ts'
import { findByWords } from './list-queries.ts'

const database = await createDatabase({ ...inject('databaseServer'), template: '' })
const role = `transom_plain_${randomBytes(4).toString('hex')}`
const owner = await open(database.env)
afterAll(async () => {
  await owner.exclusive(({ query }) => query(`DROP OWNED BY ${role}; DROP ROLE ${role}`))
  await owner.close()
  await database.drop()
})

function open({ DATA_DIR, DATABASE_URL }: TestDatabase['env']): Promise<Db> {
  const place = { DATA_DIR, DATABASE_URL, DATABASE_POOL_SIZE: 2 }
  return openDatabase(place, { statementTimeoutMs: 10_000, onError: console.error })
}

test('a role that may not create extensions can migrate, and dealers are found all the same', async () => {
  await owner.exclusive(({ query }) =>
    query(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'; GRANT ALL ON SCHEMA public TO ${role}`),
  )
  const url = new URL(database.env.DATABASE_URL!)
  url.username = role
  url.password = 'plain'
  const plain = await open({ ...database.env, DATABASE_URL: url.href })
  await migrate(plain)
  await plain.write((trx) => trx.insertInto('dealers').values({ id: 5, name: 'Harbor Point' }).execute())
  expect(await findByWords(plain.read, ['ARBOR', 'poi'], 10)).toEqual([5])
  const { rows } = await sql`select 1 from pg_indexes where indexname = 'dealers_search'`.execute(plain.read)
  expect(rows).toEqual([])
  await plain.close()
})

test('rare words are found by an index', async () => {
  const other = await createDatabase(inject('databaseServer'))
  const db = await open(other.env)
  await db.exclusive(({ query }) =>
    query(`INSERT INTO dealers (name, city) SELECT 'Pier ' || i, 'Lake City' FROM generate_series(1, 20000) n (i);
      ANALYZE dealers; SELECT gin_clean_pending_list('dealers_search')`),
  )
  const plan = await db.write(async (trx) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from dealers where search_text like '%1234%' limit 1001`.execute(trx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('dealers_search')
  expect(await findByWords(db.scan, ['pier', '1234', 'city'], 20)).toHaveLength(12)
  await db.close()
  await other.drop()
})
