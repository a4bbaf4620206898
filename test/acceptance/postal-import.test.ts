import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeIntegrator } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'

const SEEN_AFTER_MS = 2_000

const server = await startFileServer()

/** Imports a GeoNames file of one place, as an operator does beside the running server. */
async function importPlace(country: string, code: string, latitude: number, longitude: number) {
  const file = join(server.database.env.DATA_DIR, `${randomUUID()}.txt`)
  writeFileSync(file, `${country}\t${code}\tSomewhere\t\tXX\t\t\t\t\t${latitude}\t${longitude}\t4\n`)
  const { code: exit, stderr } = await server.command('postal-codes', 'import', file, '--country', country)
  expect(exit, stderr).toBe(0)
}

/** A brand with one dealer at 50° N, 10° E, or wherever it is said to be. */
const withDealer = (place: object) =>
  makeIntegrator(server, {
    more: (slug) => ({
      dealers: [
        {
          dealer_code: randomUUID(),
          name: 'Bootshaus',
          address: 'Am Hafen 1',
          city: 'Hafen',
          postal_code: '00000',
          active: true,
          brands: [slug],
          latitude: 50,
          longitude: 10,
          ...place,
        },
      ],
    }),
  })

test.each([
  ['DE', 'Germany', '97421'],
  ['FR', 'France', '67000'],
])('the first request after an import for %s finds the code', async (country, name, postal_code) => {
  const integrator = await withDealer({ country: name })
  const before = await integrator.locate({ country, postal_code })
  expect(before.body).toMatchObject({ origin_located: false, dealers: [{ distance_miles: 0 }] })
  await importPlace(country, postal_code, 51, 10)
  await sleep(SEEN_AFTER_MS)
  const answer = await integrator.locate({ country, postal_code })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.dealers).toHaveLength(1)
  // One degree of latitude.
  expect(answer.body.dealers[0].distance_miles).toBeCloseTo(69.09, 1)
})

test('the first request after an import goes by its points where the packaged table has others', async () => {
  const place = { country: 'USA', state: 'TX', latitude: 33, longitude: -97 }
  const integrator = await withDealer(place)
  const query = { country: 'US', postal_code: '75067' }
  const before = (await integrator.locate(query)).body.dealers[0].distance_miles
  expect(before).toBeLessThan(30)
  await importPlace('US', '75067', 34, -97)
  await sleep(SEEN_AFTER_MS)
  const answer = await integrator.locate(query)
  expect(answer.body.dealers[0].distance_miles).toBeCloseTo(69.09, 1)
})

test('a second import for the same country is seen by the first request after it', async () => {
  const integrator = await withDealer({ country: 'Austria' })
  await importPlace('AT', '1010', 51, 10)
  await sleep(SEEN_AFTER_MS)
  const known = await integrator.locate({ country: 'AT', postal_code: '1010' })
  expect(known.body.dealers[0].distance_miles).toBeCloseTo(69.09, 1)
  await importPlace('AT', '1020', 52, 10)
  await sleep(SEEN_AFTER_MS)
  const moved = await integrator.locate({ country: 'AT', postal_code: '1020' })
  expect(moved.body.dealers[0].distance_miles).toBeCloseTo(138.19, 1)
  const gone = await integrator.locate({ country: 'AT', postal_code: '1010' })
  expect(gone.body).toMatchObject({ origin_located: false, dealers: [{ distance_miles: 0 }] })
})
