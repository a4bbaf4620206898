import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import { planOf } from '../../../test/support/plan.ts'
import { deletePlaces, deleteUnknownCodes } from './queries.ts'

const database = await openTestDatabase()
afterAll(() => database.drop())

test('old answers are found without looking at the others', async () => {
  expect(await planOf(database, (trx) => deleteUnknownCodes(trx, 1))).toBe(
    'SEARCH geocode_answers USING INDEX geocode_answers_unknown (fetched_at<?)',
  )
  expect(await planOf(database, (trx) => deletePlaces(trx, 'here', 1))).toBe(
    'SEARCH geocode_answers USING INDEX geocode_answers_found (provider=? AND fetched_at<?)',
  )
})
