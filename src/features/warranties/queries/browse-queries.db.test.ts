import { afterAll, expect, test } from 'vitest'
import type { Trx } from '../../../platform/db/db.ts'
import { wantedTerms } from '../../../platform/search-terms.ts'
import { makeWorld } from '../world.test-support.ts'
import { browse, chooseDriver, countBrowsed } from './browse-queries.ts'
import { filterByTerms, warrantyTerms } from './term-queries.ts'

const world = await makeWorld()
afterAll(() => world.drop())

test('a synchronization finds the warranties of a model year where it has few of them, else the year does', async () => {
  const { db } = world
  const ids: number[] = []
  for (const [model_year, sync_status] of [
    ['2024', 'failed'],
    ['2025', 'failed'],
    ['2025', 'synced'],
    ['2025', 'synced'],
    ['2025', 'synced'],
  ] as const) {
    const { hin } = await world.register({ model_year })
    const change = (trx: Trx) =>
      trx
        .updateTable('warranties')
        .set({ sync_status })
        .where('hin', '=', hin)
        .returning('id')
        .executeTakeFirstOrThrow()
    ids.push((await db.write(change)).id)
  }
  const listing = async (syncStatus: 'failed' | 'synced') => {
    const conditions = { brandIds: [1, 2], modelYear: '2025', syncStatus }
    const driver = await chooseDriver(db.read, conditions, 2)
    const rows = await browse(db.read, conditions, driver, { limit: 10, offset: 0, after: undefined })
    const count = await countBrowsed(db.read, conditions, driver, 10)
    return { driver, count, found: rows.map(({ id }) => id) }
  }
  expect(await listing('failed')).toEqual({ driver: 'synced', count: 1, found: [ids[1]] })
  expect(await listing('synced')).toEqual({ driver: 'year', count: 3, found: ids.slice(2).reverse() })
})

test('the terms of warranties that meet a filter are those that the index has', async () => {
  const { db } = world
  const contact = {
    first_name: 'Ada',
    last_name: 'Rivers',
    email: 'ada.rivers@example.com',
    zipcode: '75067',
  }
  const hins = []
  for (const last_name of ['Rivers', 'Lake', 'Rivers-Lake']) {
    hins.push((await world.register({ contact: { ...contact, last_name } })).hin)
  }
  const all = await db.read.selectFrom('warranties').select('id').execute()
  const ids = all.map(({ id }) => id).sort((a, b) => b - a)
  const filter = async (some: readonly number[]) => [...some]
  for (const text of ['rivers', 'ada lake', 'lake', 'ada.riv', hins[1]!.slice(0, 11), 'nobody']) {
    const wanted = wantedTerms(text)
    const found = await warrantyTerms.search(db.read, wanted, { brandIds: [1, 2], most: 100, filter })
    expect(
      await filterByTerms(
        db.read,
        ids.map((id) => ({ id })),
        wanted,
      ),
      text,
    ).toEqual(found.ids)
  }
})
