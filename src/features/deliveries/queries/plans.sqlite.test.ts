import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { planOf } from '../../../../test/support/plan.ts'
import { listDeliveries } from './list-queries.ts'

const database = await openTestDatabase()
afterAll(database.drop)

test('the deliveries of an endpoint are read from where they begin, in their order', async () => {
  const plan = await planOf(database, (trx) => listDeliveries(trx, { endpointId: 7 }, { limit: 26 }))
  expect(plan).toContain('SEARCH deliveries USING INDEX deliveries_endpoint (receiver=?)')
  expect(plan).not.toContain('TEMP B-TREE')
})
