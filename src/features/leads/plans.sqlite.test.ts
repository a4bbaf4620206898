import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import { planOf } from '../../../test/support/plan.ts'
import { browse } from './browse-queries.ts'
import { pageOfLeads } from './queries.ts'

const database = await openTestDatabase()
afterAll(database.drop)

test.each([
  [{}, 'leads_newest (brand_id=?)'],
  [{ state: 'failed' }, 'leads_state (brand_id=? AND state=?)'],
  [{ category: 'trade_in' }, 'leads_category (brand_id=? AND contact_category=? AND state=?)'],
  [
    { category: 'trade_in', state: 'failed' },
    'leads_category (brand_id=? AND contact_category=? AND state=?)',
  ],
  [{ dealer: 7, state: 'failed', category: 'trade_in' }, 'leads_dealer (dealer_id=?)'],
])('a list with %j is read from where it begins', async (filter, index) => {
  const window = { limit: 51, offset: 0, after: undefined }
  const plan = await planOf(database, (trx) => browse(trx, { brandIds: [1, 2], ...filter }, window))
  expect(plan).toContain(index)
  expect(plan).not.toContain('SCAN leads')
})

test('an export is read in its order, whatever its filter', async () => {
  const plan = await planOf(database, (trx) =>
    pageOfLeads(trx, { brandId: 1, category: 'trade_in', after: { receivedAt: 5, id: 7 }, limit: 500 }),
  )
  expect(plan).toBe('SEARCH leads USING INDEX leads_newest (brand_id=? AND received_at>?)')
})
