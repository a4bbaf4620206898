import { expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { SYSTEM } from '../../../platform/principal.ts'
import type { Place, PostalCodes } from '../../postal-codes/index.ts'
import type { LocatorContext } from '../context.ts'
import { buildSnapshot, CANADA, GERMANY, north, territory } from '../selection/small-world.test-support.ts'
import { type AssignInput, assignDealer } from './assign-dealer.ts'

const HERE = { latitude: 40, longitude: -100 }
const FAR_AWAY = { latitude: -40, longitude: 80 }

const DEALERS = [
  north(1, 2),
  north(2, 1, { country_code: 'PR' }),
  north(3, 0.5, CANADA),
  north(4, 1, { name: 'Alpha', ...GERMANY }),
  north(5, 0, { name: 'Omega', ...GERMANY }),
  north(6, 3, { country: 'France', country_code: 'FR' }),
]

/** Only 75067 is known; everything in Spain and V0N 1B4 would be known to a service that fails. */
async function find(country: string, code: string): Promise<Place | null> {
  if (country === 'ES' || code === 'V0N 1B4')
    throw new AppError('GEOCODER_UNAVAILABLE', 'The service is down.')
  return code === '75067' ? { point: HERE, source: 'packaged' } : null
}

function assign(input: Omit<AssignInput, 'brandId'>) {
  const brand = { slug: 'harbor-craft', fallback_dealer: north(9, 5) }
  const snapshot = buildSnapshot(DEALERS, [territory('75099', 1)], brand)
  const ctx: LocatorContext = {
    db: {} as Db,
    clock: systemClock,
    principal: SYSTEM,
    brands: {} as LocatorContext['brands'],
    postalCodes: { find } as PostalCodes,
    snapshots: { of: () => snapshot, fresh: () => snapshot, refresh() {} },
  }
  return assignDealer(ctx, { brandId: 1, ...input })
}

test.each<[string, Omit<AssignInput, 'brandId'>, object | null]>([
  ['the nearest', { country: 'US', postalCode: '75067' }, { id: 2, match_type: 'distance' }],
  ['the nearest, from a US territory', { country: 'pr', postalCode: '75067' }, { id: 2 }],
  ["the territory's", { country: 'US', postalCode: '75099' }, { id: 1, match_type: 'territory' }],
  ['none for an unknown US code', { country: 'US', postalCode: '00000' }, null],
  ['none for a malformed US code', { country: 'US', postalCode: '123' }, null],
  ['none without a country', { postalCode: '75067' }, null],
  ['none for an unknown country', { country: 'ZZ', postalCode: '75067' }, null],
  ['the only one of its country', { country: 'FR', postalCode: '1' }, { id: 6, distance_miles: 0 }],
  ["none of several whose code can't be placed", { country: 'DE', postalCode: '1' }, null],
  ['the nearest of several', { country: 'DE', postalCode: '75067' }, { id: 5 }],
  ['the fallback', { country: 'IT', postalCode: '1' }, { id: 9, match_type: 'fallback' }],
  ['the fallback while the service fails', { country: 'ES', postalCode: '1' }, { id: 9 }],
  ['the nearest to a point in the country', { country: 'US', point: HERE }, { id: 2 }],
  ['the nearest to a point elsewhere', { country: 'DE', point: HERE }, { id: 5, match_type: 'distance' }],
  ['none far from a point in the US', { country: 'US', point: FAR_AWAY }, null],
  ['the nearest of any country to a point', { point: HERE }, { id: 5 }],
  ['none of any country far from a point', { point: FAR_AWAY }, null],
  [
    'the nearest to the point of an unknown code',
    { country: 'US', postalCode: '00000', point: HERE },
    { id: 2 },
  ],
  ['by the code rather than the point', { country: 'US', postalCode: '75067', point: FAR_AWAY }, { id: 2 }],
])('assigns %s', async (_, input, dealer) => {
  const assigned = await assign(input)
  if (dealer) expect(assigned).toMatchObject(dealer)
  else expect(assigned).toBeNull()
})

test('throws if only a failing service could know the code', async () => {
  const asked = assign({ country: 'CA', postalCode: 'V0N 1B4' })
  await expect(asked).rejects.toMatchObject({ code: 'GEOCODER_UNAVAILABLE' })
  const assigned = await assign({ country: 'CA', postalCode: 'V0N 1B4', point: HERE })
  expect(assigned).toMatchObject({ id: 3 })
})
