import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import { compiledQuery } from './compiled-query.ts'
import type { Db, Reader, Trx } from './db.ts'
import { pipelined } from './pipelined.ts'

const { db, openAnother, drop } = await openTestDatabase()
const another = await openAnother()
afterAll(async () => {
  await another.close()
  await drop()
})
beforeEach(() => db.write((trx) => trx.deleteFrom('revisions').execute()))

const insert = (trx: Trx, topic: string, revision = 1) =>
  trx.insertInto('revisions').values({ topic, revision }).execute()
const readRevision = compiledQuery((reader, { topic }: { topic: string }) =>
  reader.selectFrom('revisions').select('revision').where('topic', '=', topic),
)
const topics = async (reader: Reader) =>
  (await reader.selectFrom('revisions').select('topic').orderBy('topic').execute()).map(({ topic }) => topic)

test('parts run in their order, whatever kind of queries they have', async () => {
  const answers = await db.write((trx) =>
    pipelined([
      insert(trx, 'a'),
      sql`update revisions set revision = revision + 10`.execute(trx),
      readRevision(trx, { topic: 'a' }),
      trx.updateTable('revisions').set({ revision: 0 }).execute(),
      readRevision(trx, { topic: 'a' }),
    ]),
  )
  expect([answers[2], answers[4]]).toEqual([[{ revision: 11 }], [{ revision: 0 }]])
})

test('a part after a lock reads under that lock', async () => {
  await db.write((trx) => insert(trx, 'count', 0))
  const countUp = (own: Db) =>
    own.write(async (trx) => {
      const [, [row]] = await pipelined([own.lock(trx, 'count'), readRevision(trx, { topic: 'count' })])
      await trx
        .updateTable('revisions')
        .set({ revision: row!.revision + 1 })
        .execute()
    })
  await Promise.all(Array.from({ length: 60 }, (_, index) => countUp(index % 2 === 0 ? db : another)))
  expect(await readRevision(db.read, { topic: 'count' })).toEqual([{ revision: 60 }])
})

test('the error that caused the others is thrown, even if it arrives last', async () => {
  const slowly = async (work: Promise<unknown>) => {
    await work.finally(() => new Promise(setImmediate))
  }
  const work = db.write((trx) =>
    pipelined([insert(trx, 'a'), slowly(sql`select * from no_such_table`.execute(trx)), insert(trx, 'b')]),
  )
  await expect(work).rejects.toThrow('no_such_table')
})

test('when a part fails, its error is thrown after the others have ended, and everything is rolled back', async () => {
  let ended = false
  const work = db.write((trx) =>
    pipelined([
      sql`select * from no_such_table`.execute(trx),
      insert(trx, 'beside'),
      insert(trx, 'first of two')
        .then(() => insert(trx, 'second of two'))
        .finally(() => {
          ended = true
        }),
    ]),
  )
  await expect(work).rejects.toThrow('no_such_table')
  expect(ended).toBe(true)
  expect(await topics(db.read)).toEqual([])
  await db.write((trx) => insert(trx, 'later'))
  expect(await topics(db.read)).toEqual(['later'])
})
