import { makeDealer } from './dealer.test-support.ts'
import { CANADA, HIDDEN, north, testCases } from './small-world.test-support.ts'

testCases([
  { rule: 'nobody there: an empty list', dealers: [], rows: [] },
  {
    rule: 'dealers come nearest first, whatever their ids',
    dealers: [north(1, 3), north(2, 1), north(3, -2)],
    rows: [
      [2, 'distance', 69.09],
      [3, 'distance', 138.19],
      [1, 'distance', 207.28],
    ],
  },
  {
    rule: 'dealers beyond max_distance_miles are left out',
    dealers: [north(1, 1), north(2, 4)],
    rows: [[1, 'distance', 69.09]],
  },
  {
    rule: 'max_distance_miles counts unrounded: 69.0934 miles are more than 69.09',
    dealers: [north(1, 1)],
    query: { maxDistanceMiles: 69.09 },
    rows: [],
  },
  {
    rule: 'max_distance_miles 0 finds the dealer that stands right there',
    dealers: [north(1, 0), north(2, 0.0001)],
    query: { maxDistanceMiles: 0 },
    rows: [[1, 'distance', 0]],
  },
  {
    rule: 'max_distance_miles beyond the antipode finds everyone',
    dealers: [makeDealer({ id: 1, latitude: -40, longitude: 80 })],
    query: { maxDistanceMiles: 20000 },
    rows: [[1, 'distance', 12436.82]],
  },
  {
    rule: 'limit cuts the farthest',
    dealers: [north(1, 3), north(2, 1), north(3, 2)],
    query: { limit: 2 },
    rows: [
      [2, 'distance', 69.09],
      [3, 'distance', 138.19],
    ],
  },
  {
    rule: 'equal distances go by id',
    dealers: [north(9, 1), north(3, -1), north(5, 1), north(4, 1)],
    query: { limit: 3 },
    rows: [
      [3, 'distance', 69.09],
      [4, 'distance', 69.09],
      [5, 'distance', 69.09],
    ],
  },
  {
    rule: 'distances that look equal are sorted unrounded',
    dealers: [north(1, 1.00001), north(2, 1)],
    rows: [
      [2, 'distance', 69.09],
      [1, 'distance', 69.09],
    ],
  },
  {
    rule: 'the antimeridian is no border',
    dealers: [
      makeDealer({ id: 1, latitude: 52, longitude: -179.9 }),
      makeDealer({ id: 2, latitude: 52, longitude: 179 }),
    ],
    query: { origin: { latitude: 52, longitude: 179.9 } },
    rows: [
      [1, 'distance', 8.51],
      [2, 'distance', 38.28],
    ],
  },
  {
    rule: 'the pole is near from every side',
    dealers: [makeDealer({ id: 1, latitude: 89, longitude: 80 })],
    query: { origin: { latitude: 89, longitude: -100 } },
    rows: [[1, 'distance', 138.19]],
  },
  {
    rule: 'inactive dealers and dealers without coordinates are left out',
    dealers: [
      north(1, 0, HIDDEN),
      north(2, 0, { latitude: null }),
      north(3, 0, { longitude: null }),
      north(4, 1),
    ],
    rows: [[4, 'distance', 69.09]],
  },
  {
    rule: 'only dealers of the country searched, by its code',
    dealers: [
      north(1, 0, CANADA),
      north(2, 0, { country_code: null }),
      north(3, 1, { country: 'United States' }),
    ],
    rows: [[3, 'distance', 69.09]],
  },
])
