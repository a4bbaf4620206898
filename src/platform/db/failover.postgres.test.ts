import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { type Cached, cached, invalidate, peek } from './cached.ts'
import type { Db, Reader } from './db.ts'
import { isUnavailable, ReadOnlyDatabase } from './unavailable.ts'

const TOPIC = 'test-names'

let database: OpenTestDatabase
let another: Db
const pretended: string[] = []

beforeEach(async () => {
  // The connections that the tests close are reported.
  vi.spyOn(console, 'error').mockReturnValue()
  database = await openTestDatabase()
  another = await database.openAnother()
})
afterEach(async () => {
  pretended.length = 0
  await another.close()
  await database.drop()
  vi.restoreAllMocks()
})

const namesIn = (reader: Reader) => reader.selectFrom('dealer_groups').select('name').orderBy('id').execute()

async function add(db: Db, name: string): Promise<void> {
  await db.write(async (trx) => {
    await trx.insertInto('dealer_groups').values({ name }).execute()
    await invalidate(db, trx, TOPIC)
  })
}

/** Waits until this process knows revisions without a query. */
async function settled(names: Cached<unknown>): Promise<void> {
  await expect.poll(() => peek(names.getFresh()), { timeout: 10_000, interval: 5 }).toBeDefined()
}

const administer = (text: string) => another.exclusive((script) => script.query(text))

/** Replaces the newest commit by another one with the same number, without a notification. */
const loseTheNewestCommit = (name: string) =>
  administer(
    `DELETE FROM dealer_groups WHERE name = 'Lost'; INSERT INTO dealer_groups (name) VALUES ('${name}')`,
  )

/** New connections find this function instead of PostgreSQL's own. */
async function pretend(name: string, type: string, value: string): Promise<void> {
  const body = `CREATE OR REPLACE FUNCTION ${name}() RETURNS ${type} LANGUAGE sql AS $$ SELECT ${value} $$`
  const first = `ALTER DATABASE ${database.name} SET search_path = public, pg_catalog`
  await administer(pretended.length === 0 ? `${first}; ${body}` : body)
  pretended.push(name)
}

test('a commit with the number of one that a failover lost is noticed once the connection is back', async () => {
  const names = cached(database.db, TOPIC, namesIn)
  await add(database.db, 'Ada')
  await add(database.db, 'Lost')
  await settled(names)
  expect(await names.getFresh()).toEqual([{ name: 'Ada' }, { name: 'Lost' }])
  await loseTheNewestCommit('Bob')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'LISTEN transom'`.execute(another.read)
  const expected = [{ name: 'Ada' }, { name: 'Bob' }]
  await expect.poll(() => names.getFresh(), { timeout: 3_500 }).toEqual(expected)
  await settled(names)
  expect(await names.getFresh()).toEqual(expected)
})

test('a commit with the number of one that a failover lost is noticed when another server answers', async () => {
  await pretend('pg_postmaster_start_time', 'timestamptz', "timestamptz '2026-01-01'")
  const db = await database.openAnother()
  const names = cached(db, TOPIC, namesIn)
  await add(db, 'Ada')
  await add(db, 'Lost')
  await settled(names)
  expect(await names.getFresh()).toEqual([{ name: 'Ada' }, { name: 'Lost' }])
  await loseTheNewestCommit('Bob')
  await pretend('pg_postmaster_start_time', 'timestamptz', "timestamptz '2026-01-02'")
  await expect.poll(() => names.getFresh(), { timeout: 3_500 }).toEqual([{ name: 'Ada' }, { name: 'Bob' }])
  await db.close()
})

test('a standby is not ready until the server accepts writes', async () => {
  await pretend('pg_is_in_recovery', 'boolean', 'true')
  const db = await database.openAnother()
  const refused = db.ping()
  await expect(refused).rejects.toThrow(ReadOnlyDatabase)
  await refused.catch((error) => expect(isUnavailable(error)).toBe(true))
  await pretend('pg_is_in_recovery', 'boolean', 'false')
  await db.ping()
  await db.close()
})

test('a connection that refuses writes is discarded, and the write is retried on another one', async () => {
  const { db } = database
  const pids = new Set<number>()
  await db.write(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    pids.add(rows[0]!.pid)
    if (pids.size === 1) {
      await sql`set local transaction_read_only = on`.execute(trx)
    }
    await trx.insertInto('dealer_groups').values({ name: 'Ada' }).execute()
  })
  expect(pids.size).toBe(2)
  expect(await namesIn(db.read)).toEqual([{ name: 'Ada' }])
})
