import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import type { Db, Reader, Trx } from './db.ts'

const { db, drop, openAnother } = await openTestDatabase()
afterAll(drop)
beforeEach(() => db.write((trx) => trx.deleteFrom('revisions').execute()))

const insert = (trx: Trx, topic: string) =>
  trx.insertInto('revisions').values({ topic, revision: 1 }).execute()
const count = async () => (await db.read.selectFrom('revisions').select('topic').execute()).length

test('a query that runs after the end of its transaction does not join another one', async () => {
  const failed = Promise.withResolvers<void>()
  let stray: Promise<unknown> | undefined
  const work = db.write(async (trx) => {
    stray = failed.promise.then(() => insert(trx, 'stray'))
    throw new Error('broken off')
  })
  await expect(work).rejects.toThrow('broken off')
  await db.write(async (trx) => {
    await insert(trx, 'another')
    failed.resolve()
    await expect(stray).rejects.toThrow('The transaction is over.')
  })
  expect(await count()).toBe(1)
})

test('writes outside of a transaction are refused', async () => {
  const outside = sql`insert into revisions values ('outside', 1)`.execute(db.read)
  await expect(outside).rejects.toMatchObject({ code: '25006' })
  expect(await count()).toBe(0)
})

test('a transaction in which a statement has failed is not reported as committed', async () => {
  const work = db.write(async (trx) => {
    await insert(trx, 'lost')
    await sql`select 1 / 0`.execute(trx).catch(() => undefined)
  })
  await expect(work).rejects.toThrow()
  expect(await count()).toBe(0)
})

test("a transaction that waited for another one reads its changes, whatever the server's default is", async () => {
  await db.write(async (trx) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(trx)
    const database = sql.table(rows[0]!.name)
    await sql`alter database ${database} set default_transaction_isolation = 'repeatable read'`.execute(trx)
    await insert(trx, 'counted')
  })
  const another = await openAnother()
  const isolation = sql<{ isolation: string }>`select current_setting('transaction_isolation') as isolation`
  const seen = async (trx: Reader) => (await isolation.execute(trx)).rows[0]!.isolation
  try {
    expect(await seen(another.read)).toBe('repeatable read')
    expect(await another.write(seen)).toBe('read committed')
    expect(await another.exclusive((_script, trx) => seen(trx))).toBe('read committed')
    const count = (one: Db) =>
      one.write(async (trx) => {
        await sql`select 1`.execute(trx)
        await one.lock(trx, 'counted')
        await trx.updateTable('revisions').set({ revision: sql`revision + 1` }).execute()
      })
    await Promise.all(Array.from({ length: 20 }, () => count(another)))
    const rows = await db.read.selectFrom('revisions').select('revision').execute()
    expect(rows).toEqual([{ revision: 21 }])
  } finally {
    await another.close()
  }
})

test('a transaction whose connection the server closes is run again', async () => {
  let runs = 0
  await db.write(async (trx) => {
    runs++
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await insert(trx, 'once')
    if (runs === 1) await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db.read)
    await insert(trx, 'twice')
  })
  expect([runs, await count()]).toEqual([2, 2])
})
