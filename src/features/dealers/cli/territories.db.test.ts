import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCommands } from '../../../../test/support/administration.ts'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { apply } from '../../setup/apply.test-support.ts'
import { registerTerritoryCommands } from './territories.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

const { run, json, refusal } = makeCommands(db, registerTerritoryCommands)

beforeAll(async () => {
  const place = { country: 'US', latitude: 40, longitude: -80 }
  await apply(db, {
    brands: [
      { id: 1, slug: 'harbor-craft', name: 'Harbor Craft' },
      { id: 2, slug: 'northwind', name: 'Northwind' },
    ],
    dealers: [
      { id: 1, dealer_code: 'A', name: 'Pier A', ...place },
      { id: 2, dealer_code: 'B', name: 'Pier B', ...place },
      { id: 3, name: 'No Code', ...place },
    ],
    territories: [
      ...['75067', '75068', '750', '331'].map((postal_code) => ({
        ...{ brand: 'harbor-craft', country: 'US', postal_code, dealer_code: 'A' },
      })),
      { brand: 'northwind', country: 'CA', postal_code: 'K1A 0B1', dealer_code: 'B' },
      { brand: 'northwind', country: 'CA', postal_code: 'K1A', dealer_code: 'A' },
    ],
  })
})

const IN_HARBOR = ['--brand', 'harbor-craft']

const codesOf = async (...args: string[]) => {
  const { territories } = await json('territories', 'list', ...args)
  return territories.map((territory: { postal_code: string }) => territory.postal_code)
}

test('a list is paged and can be filtered', async () => {
  expect(await json('territories', 'list', '--brand', '2', '--limit', '1')).toEqual({
    territories: [
      {
        ...{ brand_id: 2, brand: 'northwind', country: 'CA', postal_code: 'K1A' },
        ...{ dealer_code: 'A', dealer_id: 1, dealer_name: 'Pier A' },
      },
    ],
    ...{ page: 1, limit: 1, total: 2 },
  })
  expect(await codesOf(...IN_HARBOR, '--prefix', '750')).toEqual(['750', '75067', '75068'])
  expect(await codesOf('--dealer', 'B')).toEqual(['K1A 0B1'])
  expect(await codesOf('--country', 'Canada', '--prefix', 'k1a')).toEqual(['K1A', 'K1A 0B1'])
  expect(await run(['territories', 'list', '--prefix', '9'])).toMatchObject({
    ...{ printed: [], noted: ['There are no territories to show.'], exit: 2 },
  })
  expect((await run(['territories', 'list', '--brand', '1', '--limit', '2'])).noted).toEqual([
    '1 to 2 of 4. The next: --page 2',
  ])
})

test.each([
  [['75067', ...IN_HARBOR], '75067', 'A'],
  [['75099', ...IN_HARBOR], '750', 'A'],
  [['750', ...IN_HARBOR], '750', 'A'],
  [['k1a0b1', '--brand', '2', '--country', 'CA'], 'K1A 0B1', 'B'],
  [['K1A 9Z9', '--brand', '2', '--country', 'Canada'], 'K1A', 'A'],
])('show %j returns the territory that applies', async (args, postal_code, dealer_code) => {
  expect(await json('territories', 'show', ...args)).toMatchObject({ postal_code, dealer_code })
})

test('codes are assigned, reassigned and removed', async () => {
  const codes = ['10001', '100', '10002']
  expect(await json('territories', 'create', ...codes, ...IN_HARBOR, '--dealer', 'A')).toEqual({
    created: codes,
  })
  expect(await codesOf(...IN_HARBOR, '--prefix', '10')).toEqual(['100', '10001', '10002'])
  const { noted } = await run(['territories', 'update', '10001', '100', ...IN_HARBOR, '--dealer', '2'])
  expect(noted).toEqual([
    'Note: The territories have no effect until dealer "B" carries the brand "harbor-craft".',
  ])
  expect(await codesOf('--dealer', 'B', ...IN_HARBOR)).toEqual(['100', '10001'])
  const { printed } = await run(['territories', 'remove', ...codes, ...IN_HARBOR])
  expect(printed).toEqual(['Removed: 10001, 100, 10002.'])
  expect(await codesOf(...IN_HARBOR, '--prefix', '10')).toEqual([])
})

test('codes are assigned to a dealer by its exact name, a dealer without a code too', async () => {
  await run(['territories', 'create', '20009', ...IN_HARBOR, '--dealer', 'No Code'])
  expect(await codesOf('--dealer', 'No Code')).toEqual(['20009'])
  await run(['territories', 'remove', '20009', ...IN_HARBOR])
})

test('changed codes are reported once each, as they are stored', async () => {
  const codes = ['k1c', 'k2b8j6', 'K1C', 'K2B 8J6']
  const area = ['--brand', 'northwind', '--country', 'CA']
  const { printed } = await run(['territories', 'create', ...codes, ...area, '--dealer', 'A'])
  expect(printed).toEqual(['Created: K1C, K2B 8J6.'])
  expect(await json('territories', 'remove', ...codes, ...area)).toEqual({ removed: ['K1C', 'K2B 8J6'] })
})

test('a country without territories gets a note', async () => {
  const area = ['--brand', 'northwind', '--country', 'DE']
  const { noted } = await run(['territories', 'create', '10115', ...area, '--dealer', 'A'])
  expect(noted).toEqual(['Note: The territories have no effect, because only US and CA have them.'])
  await json('territories', 'remove', '10115', ...area)
})

test.each([
  [
    ['create', '75067', '20001', ...IN_HARBOR, '--dealer', 'B'],
    /^75067 belongs to a dealer already\. Assign them to another with: transom territories update$/,
  ],
  [['create', '20001', ...IN_HARBOR, '--dealer', 'C'], /^There is no dealer "C"\./],
  [['delete', '75067'], 'There is no command "delete". Use: transom territories remove CODE --brand BRAND'],
  [
    ['create', '2000', ...IN_HARBOR, '--dealer', 'A'],
    'Postal code "2000" must be a ZIP code of 5 digits, or its first 3.',
  ],
  [
    ['create', '20001', '--brand', 'harbour-craft', '--dealer', 'A'],
    /^There is no brand .* Did you mean "harbor/,
  ],
  [
    ['update', '20001', '75067', ...IN_HARBOR, '--dealer', 'B'],
    /^20001 in US belongs to no dealer of harbor-craft/,
  ],
  [['remove', '75067', '20001', ...IN_HARBOR], /^20001 in US belongs to no dealer of harbor-craft/],
  [['show', '20001', ...IN_HARBOR], 'US 20001 belongs to no dealer of harbor-craft.'],
  [['list', '--country', 'Atlantis'], /^--country must be a country's/],
] as const)('%j is refused, and changes nothing', async (args, message) => {
  const before = await json('territories', 'list')
  const said = await refusal(['territories', ...args])
  if (typeof message === 'string') expect(said).toBe(message)
  else expect(said).toMatch(message)
  expect(await json('territories', 'list')).toEqual(before)
})
