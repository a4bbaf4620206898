import { expect, test } from 'vitest'
import { TerritoryMap } from '../snapshot/territories.ts'
import { placeTerritory } from './territory-points.ts'

const PLACES = new Map([
  ['75067', { latitude: 33, longitude: -97 }],
  ['75001', { latitude: 32.9, longitude: -96.8 }],
  ['79901', { latitude: 31.7, longitude: -106.4 }],
])
const postalCodes = {
  locateAll: async (_: string, codes: readonly string[]) =>
    new Map([...PLACES].filter(([code]) => codes.includes(code))),
  locatePrefix: (zip: string) => (zip === '760' ? { latitude: 32.7, longitude: -97.3 } : null),
}
const territories = new TerritoryMap()
for (const postalCode of ['79901', '760', '75001', '75067', '00000']) {
  territories.set('US', { postalCode, dealerId: postalCode === '75001' ? 2 : 1, match: 'inactive' })
}
const query = { country: 'US', limit: 10, maxDistanceMiles: 100, origin: PLACES.get('75067')! }

test("a territory's codes are placed, the nearest first; without a place they are left out", async () => {
  const placed = await placeTerritory(postalCodes, territories, { ...query, postalCode: '75067' })
  expect(placed.map(({ postal_code }) => postal_code)).toEqual(['75067', '760', '79901'])
  expect(placed[1]).toEqual({ postal_code: '760', latitude: 32.7, longitude: -97.3 })
})

test('a code in no territory has none', async () => {
  expect(await placeTerritory(postalCodes, territories, { ...query, postalCode: '10001' })).toEqual([])
})
