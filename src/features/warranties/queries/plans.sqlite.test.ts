import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { planOf } from '../../../../test/support/plan.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { listPage } from './list-queries.ts'
import { expireSome, findWarranties, findWarrantiesByHull } from './queries.ts'

const database = await openTestDatabase()
afterAll(() => database.drop())

const plan = (work: (trx: Trx) => Promise<unknown>) => planOf(database, work)

test('expiry looks at nothing but active warranties whose end is near', async () => {
  expect(await plan((trx) => expireSome(trx, '2026-01-01', 1, 10))).toContain(
    'INDEX warranties_expiry (warranty_end_date<?)',
  )
})

test('a hull is found by its brand and HIN', async () => {
  expect(await plan((trx) => findWarranties(trx, { hin: 'ABC123456789', brandIds: [1, 2] }))).toContain(
    'USING INDEX warranties_hull (hin=? AND brand_id=?)',
  )
})

test('hulls are found together with one look each, whatever the brands', async () => {
  const searches = ['ABC123456789', 'ABC123456780'].map((hin) => ({ hin, brandIds: [1, 2] }))
  const steps = await plan((trx) => findWarrantiesByHull(trx, searches))
  expect(steps).toContain('USING INDEX warranties_hull (hin=?)')
  expect(steps).not.toContain('SCAN warranties')
})

test.each([
  ['the first page', undefined, '(brand_id=?)'],
  ['a page by cursor', { createdAt: 5, brandId: 1, hin: 'ABC100000007' }, '(brand_id=? AND created_at<?)'],
])('%s is read from where it begins, without sorting a brand', async (_, after, sought) => {
  const filters = { page: 1, limit: 20, after }
  expect(await plan((trx) => listPage(trx, [1, 2], filters, 0))).toContain(
    `SEARCH warranties USING COVERING INDEX warranties_newest ${sought}`,
  )
})
