import { expect, test } from 'vitest'
import { openPerTest } from '../../../test/support/db.ts'
import { bulkInsert } from './bulk-insert.ts'

const insert = bulkInsert(
  'dealers',
  { name: 'text', unit_id: 'number', active: 'flag', country_code: 'text' },
  ['id', 'name'],
)

const database = openPerTest()

const dealer = (index: number) => ({
  name: `Ada's "${index}" \\ ü\n`,
  unit_id: index % 3 === 0 ? null : index,
  active: index % 2 === 0,
  country_code: index % 5 === 0 ? null : 'US',
})

test.each([0, 1, 2, 63, 64, 65, 199])('inserts %i rows unchanged', async (count) => {
  const { db } = database
  const rows = Array.from({ length: count }, (_, index) => dealer(index))
  const returned = await db.write((trx) => insert(trx, rows))
  const stored = await db.read.selectFrom('dealers').selectAll().orderBy('id').execute()
  expect(
    stored.map(({ name, unit_id, active, country_code }) => ({
      name,
      unit_id,
      active: Boolean(active),
      country_code,
    })),
  ).toEqual(rows)
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
  expect(returned.sort(byId)).toEqual(stored.map(({ id, name }) => ({ id, name })))
})

test('a refused row rolls back the others of its transaction', async () => {
  const { db } = database
  const rows = [
    ...Array.from({ length: 70 }, (_, index) => dealer(index)),
    { ...dealer(1), name: null as never },
  ]
  await expect(db.write((trx) => insert(trx, rows))).rejects.toThrow()
  expect(await db.read.selectFrom('dealers').select('id').execute()).toEqual([])
})
