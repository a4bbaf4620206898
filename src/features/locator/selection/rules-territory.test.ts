import {
  CANADA,
  type Case,
  GERMANY,
  HIDDEN,
  north,
  territory,
  testCases,
} from './small-world.test-support.ts'

testCases([
  {
    rule: 'the dealer assigned to the code comes first, beyond max_distance_miles too, and only once',
    dealers: [north(1, 1), north(2, 4), north(3, 2)],
    territories: [territory('75067', 2)],
    rows: [
      [2, 'territory', 276.37],
      [1, 'distance', 69.09],
      [3, 'distance', 138.19],
    ],
  },
  {
    rule: 'the territory row counts towards limit',
    dealers: [north(1, 1), north(2, 4), north(3, 2)],
    territories: [territory('75067', 2)],
    query: { limit: 2 },
    rows: [
      [2, 'territory', 276.37],
      [1, 'distance', 69.09],
    ],
  },
  {
    rule: 'limit 1 leaves the territory row alone',
    dealers: [north(1, 0), north(2, 4)],
    territories: [territory('75067', 2)],
    query: { limit: 1 },
    rows: [[2, 'territory', 276.37]],
  },
  {
    rule: 'a 3-digit prefix assigns',
    dealers: [north(1, 4)],
    territories: [territory('750', 1)],
    rows: [[1, 'territory', 276.37]],
  },
  {
    rule: 'the longest match wins',
    dealers: [north(1, 4), north(2, 5)],
    territories: [territory('750', 1), territory('75067', 2)],
    rows: [[2, 'territory', 345.47]],
  },
  {
    rule: 'another code, another prefix and another country assign nothing',
    dealers: [north(1, 4)],
    territories: [territory('75068', 1), territory('751', 1), territory('75067', 1, 'CA')],
    rows: [],
  },
  {
    rule: 'a full Canadian code wins over its FSA',
    dealers: [north(1, 4, CANADA), north(2, 5, CANADA)],
    territories: [territory('K1A', 1, 'CA'), territory('K1A 0B1', 2, 'CA')],
    query: { country: 'CA', postalCode: 'K1A 0B1' },
    rows: [[2, 'territory', 345.47]],
  },
  {
    rule: 'an FSA assigns the codes in it',
    dealers: [north(1, 4, CANADA)],
    territories: [territory('K1A', 1, 'CA')],
    query: { country: 'CA', postalCode: 'K1A 0B1' },
    rows: [[1, 'territory', 276.37]],
  },
  ...[
    { what: 'is inactive', fields: HIDDEN },
    { what: 'has no coordinates', fields: { latitude: null, longitude: null } },
    { what: 'lies in another country', fields: CANADA },
    { what: 'lies in no known country', fields: { country_code: null } },
  ].map(
    ({ what, fields }): Case => ({
      rule: `a territory whose dealer ${what} is no match, and its prefix does not step in`,
      dealers: [north(1, 1), north(2, 4, fields), north(3, 5)],
      territories: [territory('75067', 2), territory('750', 3)],
      rows: [[1, 'distance', 69.09]],
    }),
  ),
  {
    rule: 'a territory whose dealer is not of the brand is no match, and its prefix does not step in',
    dealers: [north(1, 1), north(3, 5)],
    territories: [territory('75067', 2), territory('750', 3)],
    rows: [[1, 'distance', 69.09]],
  },
  {
    rule: 'a territory row of the fallback dealer is no match where it does not carry the brand',
    dealers: [north(1, 1)],
    fallback: north(2, 0),
    territories: [territory('75067', 2)],
    rows: [[1, 'distance', 69.09]],
  },
  {
    rule: 'a code without a place is answered by its territory, siblings by id, all at distance 0',
    dealers: [
      north(5, 1, { group_id: 7 }),
      north(4, 2, { group_id: 7 }),
      north(3, 3, { group_id: 7 }),
      north(1, 0),
    ],
    territories: [territory('75067', 4)],
    query: { origin: null },
    rows: [
      [4, 'territory', 0],
      [3, 'group_sibling', 0],
      [5, 'group_sibling', 0],
    ],
  },
  {
    rule: 'a code without a place and without a territory cannot be answered',
    dealers: [north(1, 0)],
    query: { origin: null },
    rows: null,
  },
  {
    rule: 'territories are for US and CA only',
    dealers: [north(1, 1, GERMANY), north(2, 2, GERMANY)],
    territories: [territory('80331', 2, 'DE')],
    query: { country: 'DE', postalCode: '80331' },
    rows: [
      [1, 'distance', 69.09],
      [2, 'distance', 138.19],
    ],
  },
])
