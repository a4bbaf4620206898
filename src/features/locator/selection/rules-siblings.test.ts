import { CANADA, HIDDEN, north, territory, testCases } from './small-world.test-support.ts'

testCases([
  {
    rule: 'siblings follow, beyond limit and distance, nearest first among themselves',
    dealers: [
      north(1, 1, { group_id: 7 }),
      north(2, 5, { group_id: 7 }),
      north(3, 4, { group_id: 7 }),
      north(4, 2),
      north(5, 3, { group_id: 7 }),
    ],
    query: { limit: 2 },
    rows: [
      [1, 'distance', 69.09],
      [4, 'distance', 138.19],
      [5, 'group_sibling', 207.28],
      [3, 'group_sibling', 276.37],
      [2, 'group_sibling', 345.47],
    ],
  },
  {
    rule: 'siblings of the territory row and of distance rows are sorted together, ties by id',
    dealers: [
      north(1, 1, { group_id: 7 }),
      north(2, 4, { group_id: 8 }),
      north(9, 5, { group_id: 7 }),
      north(8, 5, { group_id: 8 }),
      north(7, 4.5, { group_id: 7 }),
    ],
    territories: [territory('75067', 2)],
    rows: [
      [2, 'territory', 276.37],
      [1, 'distance', 69.09],
      [7, 'group_sibling', 310.92],
      [8, 'group_sibling', 345.47],
      [9, 'group_sibling', 345.47],
    ],
  },
  {
    rule: 'a group with two listed dealers gives each sibling once',
    dealers: [north(1, 1, { group_id: 7 }), north(2, 2, { group_id: 7 }), north(3, 5, { group_id: 7 })],
    rows: [
      [1, 'distance', 69.09],
      [2, 'distance', 138.19],
      [3, 'group_sibling', 345.47],
    ],
  },
  {
    rule: 'siblings abroad, inactive or without coordinates stay away; so do dealers without a group',
    dealers: [
      north(1, 1, { group_id: 7 }),
      north(2, 4, { group_id: 7, ...CANADA }),
      north(3, 4, { group_id: 7, ...HIDDEN }),
      north(4, 4, { group_id: 7, latitude: null }),
      north(5, 2),
      north(6, 4),
    ],
    rows: [
      [1, 'distance', 69.09],
      [5, 'distance', 138.19],
    ],
  },
])
