import { GERMANY, HIDDEN, north, territory, testCases } from './small-world.test-support.ts'

testCases([
  {
    rule: 'elsewhere limit and distance are ignored: every dealer of the country, nearest first',
    dealers: [north(1, 9, GERMANY), north(2, 1, GERMANY), north(3, 1, GERMANY), north(4, 0)],
    query: { country: 'DE', postalCode: '80331', limit: 1, maxDistanceMiles: 0 },
    rows: [
      [2, 'distance', 69.09],
      [3, 'distance', 69.09],
      [1, 'distance', 621.84],
    ],
  },
  {
    rule: 'elsewhere siblings are in the list as distance rows already',
    dealers: [north(1, 9, { group_id: 7, ...GERMANY }), north(2, 1, { group_id: 7, ...GERMANY })],
    query: { country: 'DE', postalCode: '80331' },
    rows: [
      [2, 'distance', 69.09],
      [1, 'distance', 621.84],
    ],
  },
  {
    rule: "elsewhere every dealer is listed by name, at distance 0, where the code can't be placed",
    dealers: [north(1, 0, { name: 'B', ...GERMANY }), north(3, 0, { name: 'A', ...GERMANY })],
    fallback: north(2, 0),
    query: { country: 'DE', postalCode: '80331', origin: null },
    rows: [
      [3, 'distance', 0],
      [1, 'distance', 0],
    ],
  },
  {
    rule: 'dealers of the US territories are American dealers',
    dealers: ['PR', 'VI', 'GU', 'AS', 'MP'].map((country_code, i) => north(i + 1, 1, { country_code })),
    rows: [1, 2, 3, 4, 5].map((id) => [id, 'distance', 69.09]),
  },
  {
    rule: 'a territory may name a dealer of Puerto Rico',
    dealers: [north(1, 4, { country_code: 'PR' })],
    territories: [territory('75067', 1)],
    rows: [[1, 'territory', 276.37]],
  },
  {
    rule: 'a country without dealers gets the fallback, with its real distance and without its siblings',
    dealers: [north(1, 1, { group_id: 7 }), north(2, 4, { group_id: 7 })],
    fallback: north(2, 4, { group_id: 7 }),
    query: { country: 'FR', postalCode: '75001' },
    rows: [[2, 'fallback', 276.37]],
  },
  {
    rule: 'a country whose dealers are all hidden gets the fallback',
    dealers: [north(1, 1, { ...GERMANY, ...HIDDEN })],
    fallback: north(2, 4),
    query: { country: 'DE', postalCode: '80331' },
    rows: [[2, 'fallback', 276.37]],
  },
  {
    rule: 'the fallback is at distance 0 where the code has no place',
    dealers: [],
    fallback: north(2, 4),
    query: { country: 'FR', postalCode: '75001', origin: null },
    rows: [[2, 'fallback', 0]],
  },
  {
    rule: 'without a fallback the list is empty, with or without a place',
    dealers: [north(1, 1)],
    query: { country: 'FR', postalCode: '75001', origin: null },
    rows: [],
  },
  {
    rule: 'a fallback that is inactive is none',
    dealers: [],
    fallback: north(2, 4, HIDDEN),
    query: { country: 'FR', postalCode: '75001' },
    rows: [],
  },
  {
    rule: 'a fallback without coordinates is none',
    dealers: [],
    fallback: north(2, 4, { latitude: null, longitude: null }),
    query: { country: 'FR', postalCode: '75001' },
    rows: [],
  },
  { rule: 'US never gets the fallback', dealers: [], fallback: north(2, 0), rows: [] },
  {
    rule: 'nor does CA',
    dealers: [],
    fallback: north(2, 0),
    query: { country: 'CA', postalCode: 'K1A 0B1' },
    rows: [],
  },
])
