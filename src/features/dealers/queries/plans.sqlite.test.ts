import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { planOf } from '../../../../test/support/plan.ts'
import { listDealers } from './list-queries.ts'
import { listTerritories } from './territory-queries.ts'

const database = await openTestDatabase()
afterAll(database.drop)

const ALL = { brandIds: undefined, few: false, words: [] }
const WINDOW = { limit: 51, offset: 0, after: undefined }

test('a list by name is read from where its page begins, without sorting', async () => {
  const after: [string, number] = ['pier', 7]
  const plan = await planOf(database, (trx) => listDealers(trx, ALL, { ...WINDOW, sort: 'name', after }))
  expect(plan).toMatch(/^SEARCH dealers USING INDEX dealers_listed \(<expr>>\?\)$/)
})

test("a large brand's dealers are read in their order, and a small brand's by its links", async () => {
  const brandIds = new Set([1])
  const of = (few: boolean) =>
    planOf(database, (trx) => listDealers(trx, { ...ALL, brandIds, few }, { ...WINDOW, sort: 'id' }))
  expect(await of(false)).not.toContain('TEMP B-TREE')
  expect(await of(true)).toContain('SEARCH dealer_brands USING PRIMARY KEY (brand_id=?)')
})

test('dealers on a small part of the map are found by their coordinates', async () => {
  const bounds = { west: -98, south: 32, east: -96, north: 34 }
  const plan = await planOf(database, (trx) =>
    listDealers(trx, { ...ALL, bounds }, { ...WINDOW, sort: 'id' }),
  )
  expect(plan).toContain('USING INDEX dealers_place (latitude>? AND latitude<?)')
})

test('territories are read from where their page begins', async () => {
  const after: [number, string, string] = [1, 'US', '75067']
  const plan = await planOf(database, (trx) =>
    listTerritories(trx, { brandIds: undefined }, { ...WINDOW, after }),
  )
  expect(plan).toContain('SEARCH territories USING PRIMARY KEY')
  expect(plan).not.toContain('TEMP B-TREE')
})
