import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import { jsonFlag, jsonNumber, jsonRows, jsonText, toJsonRows } from './json-rows.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

test('passes texts, numbers and nulls unchanged and in order', async () => {
  const rows = [
    ['a', 1],
    ['Ada\'s "hull" \\ ü\n', 9_007_199_254_740_991],
    ['', -5],
    [null, null],
  ]
  const answered = await db.read
    .selectFrom(jsonRows(db.read, toJsonRows(rows)))
    .select([jsonText(0).as('text'), jsonNumber(1).as('number')])
    .execute()
  expect(answered.map(({ text, number }) => [text, number])).toEqual(rows)
})

test('a flag is true for 1, false for 0', async () => {
  const query = db.read
    .selectFrom(jsonRows(db.read, toJsonRows([[1], [0], [null]])))
    .select(jsonFlag(0).as('flag'))
  const flags = (await query.execute()).map(({ flag }) => flag)
  expect(flags.map((flag) => (flag === null ? null : Boolean(flag)))).toEqual([true, false, null])
})

test('no rows return no rows', async () => {
  const query = db.read.selectFrom(jsonRows(db.read, toJsonRows([]))).select(jsonText(0).as('text'))
  expect(await query.execute()).toEqual([])
})
