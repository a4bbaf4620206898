import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import { makeTempFolder, removeFolder } from '../../../test/support/temp-folders.ts'
import { placeOf } from './sqlite-connect.ts'
import { openScanner } from './sqlite-scan.ts'
import { isUnavailable } from './unavailable.ts'

const { db, openAnother, drop } = await openTestDatabase()
afterAll(drop)
beforeEach(() => db.write((trx) => trx.deleteFrom('revisions').execute()))

const insert = (topic: string) =>
  db.write((trx) => trx.insertInto('revisions').values({ topic, revision: 1 }).execute())
const countTo = (last: number) =>
  sql<{ last: number }>`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${last})
    select max(i) as last from n`

test('a scan reads earlier commits, and accepts the same values as other queries', async () => {
  await insert('a')
  const topics = db.scan.selectFrom('revisions').select('topic')
  expect(await topics.where('topic', '=', 'a').execute()).toEqual([{ topic: 'a' }])
  await insert('b')
  expect(await topics.where(sql<boolean>`${true} = 1`).orderBy('topic').execute()).toEqual([
    { topic: 'a' },
    { topic: 'b' },
  ])
})

test('other queries run during a scan', async () => {
  const order: string[] = []
  const scan = countTo(5_000_000)
    .execute(db.scan)
    .then(({ rows }) => order.push(`scan to ${rows[0]!.last}`))
  await insert('meanwhile').then(() => order.push('write'))
  await Promise.all([scan, countTo(1).execute(db.scan)])
  expect(order).toEqual(['write', 'scan to 5000000'])
})

test('an error keeps its message and code, and the next scan works', async () => {
  await expect(sql`select * from no_such_table`.execute(db.scan)).rejects.toMatchObject({
    message: 'no such table: no_such_table',
    code: 'SQLITE_ERROR',
  })
  const writing = sql`insert into revisions values ('a', 1) returning topic`.execute(db.scan)
  await expect(writing).rejects.toSatisfy(isUnavailable)
  expect((await countTo(3).execute(db.scan)).rows).toEqual([{ last: 3 }])
})

test('the end of a thread that could not connect does not affect the next thread', async () => {
  const folder = makeTempFolder('scan')
  const file = join(folder, 'transom.db')
  writeFileSync(file, 'garbage '.repeat(1000))
  const scanner = openScanner(placeOf(file), undefined)
  try {
    await expect(countTo(3).execute(scanner.read)).rejects.toMatchObject({ code: 'SQLITE_NOTADB' })
    writeFileSync(file, '')
    expect((await countTo(3).execute(scanner.read)).rows).toEqual([{ last: 3 }])
  } finally {
    await scanner.close()
    removeFolder(folder)
  }
})

test('closing the database waits for the running scan, and rejects the queued ones', async () => {
  const own = await openAnother()
  const running = countTo(2_000_000).execute(own.scan).catch(String)
  const behind = expect(countTo(1).execute(own.scan)).rejects.toThrow('is closed')
  await own.close()
  await Promise.all([running, behind])
})
