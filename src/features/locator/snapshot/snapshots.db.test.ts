import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { apply } from '../../setup/apply.test-support.ts'
import { createSnapshots } from './snapshots.ts'

/** More than a page of each. */
const DEALERS = 250
const CODES = 1_100

const database = await openTestDatabase()
afterAll(() => database.drop())

const codeOf = (i: number) => String(10_000 + i)
/** Last in the order of codes, but not of countries. */
const CANADIAN = ['K1A', 'V5K 0A1']

test('a brand with many dealers and territories is loaded completely', async () => {
  await apply(database.db, {
    brands: [{ id: 1, slug: 'harbor', name: 'Harbor' }],
    dealers: Array.from({ length: DEALERS }, (_, i) => ({
      ...{ dealer_code: `D${i}`, name: `Boats ${i}`, postal_code: '33101', country: 'US' },
      ...{ latitude: 25 + i / 100, longitude: -80, brands: ['harbor'] },
    })),
    territories: [
      ...Array.from({ length: CODES }, (_, i) => ({
        ...{ brand: 'harbor', country: 'US', postal_code: codeOf(i), dealer_code: `D${i % DEALERS}` },
      })),
      ...CANADIAN.map((postal_code) => ({ brand: 'harbor', country: 'CA', postal_code, dealer_code: 'D0' })),
    ],
  })
  const { countries, territories } = await createSnapshots(database.db).of(1)
  const dealers = countries.get('US')!
  expect('tree' in dealers && new Set(dealers.tree.items.map(({ id }) => id)).size).toBe(DEALERS)
  const unmatched = Array.from({ length: CODES }, (_, i) => codeOf(i)).filter(
    (code) => typeof territories.find('US', code)?.match !== 'object',
  )
  expect(unmatched).toEqual([])
  expect(CANADIAN.map((code) => territories.find('CA', code)?.match)).toEqual([
    'in another country',
    'in another country',
  ])
})
