import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import type { Trx } from './db.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)
beforeEach(() => db.write((trx) => trx.deleteFrom('revisions').execute()))

const insert = (trx: Trx, topic: string) =>
  trx.insertInto('revisions').values({ topic, revision: 1 }).execute()
const count = async () => (await db.read.selectFrom('revisions').select('topic').execute()).length

test('what goes on after the end of its transaction does not get into another one', async () => {
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

test('nothing is written outside of a transaction, where it would stand whatever came of the rest', async () => {
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

test('a transaction whose connection the server ends is run again', async () => {
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
