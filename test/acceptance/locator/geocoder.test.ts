import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../support/client.ts'
import { type Integrator, makeIntegrator } from '../../support/integrator.ts'
import { type Nominatim, startNominatim } from '../../support/nominatim.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { plainRefusal } from '../errors.ts'
import { codesOf, dealer, dealersOf, matchesOf, milesBetween } from './world.ts'

const MUNICH = { latitude: 48.14, longitude: 11.57 }

let nominatim: Nominatim
let server: TestServer
let integrator: Integrator

beforeAll(async () => {
  nominatim = await startNominatim()
  nominatim.places.set('de 80331', { lat: '48.14', lon: '11.57' })
  nominatim.places.set('de 20095', { lat: '53.55', lon: '10.0' })
  nominatim.places.set('fr 75001', { lat: '48.86', lon: '2.34' })
  server = await startServer({ env: { GEOCODER_URL: nominatim.url } })
  integrator = await makeIntegrator(server)
  await server.apply(world(integrator.brand.slug))
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await nominatim[Symbol.asyncDispose]()
})

function world(slug: string) {
  const own = (code: string, fields: object) => dealer(code, { brands: [slug], ...fields })
  return {
    brands: [{ slug, name: slug, fallback_dealer: 'HQ' }],
    dealers: [
      own('HAMBURG', { country: 'DEU', latitude: 53.55, longitude: 10 }),
      own('KIEL', { country: 'Germany', latitude: 54.32, longitude: 10.13 }),
      own('STUTTGART', { country: 'DE', latitude: 48.78, longitude: 9.18 }),
      own('CLOSED', { country: 'DE', active: false }),
      own('HQ', { country: 'USA', latitude: 30, longitude: -90 }),
      own('OWNER', { country: 'USA', latitude: 40, longitude: -100 }),
    ],
    territories: [{ brand: slug, country: 'US', postal_code: '00000', dealer_code: 'OWNER' }],
  }
}

const locate = (country: string, postal_code: string, query: object = {}) =>
  integrator.locate({ country, postal_code, ...query })

/** All German dealers by name, as nothing places the code. */
function expectUnplaced(answer: Answer): void {
  expect(answer, answer.text).toMatchObject({ status: 200, body: { origin_located: false } })
  expect(matchesOf(answer)).toEqual(['HAMBURG distance', 'KIEL distance', 'STUTTGART distance'])
  expect(dealersOf(answer).map((row) => row.distance_miles)).toEqual([0, 0, 0])
}

/** What the service is asked meanwhile. */
async function asked(work: () => Promise<unknown>): Promise<string[]> {
  const before = nominatim.asked.length
  await work()
  return nominatim.asked.slice(before)
}

describe('outside US and CA', () => {
  test('all active dealers of the country come, by distance, whatever limit and distance say', async () => {
    for (const query of [
      {},
      { limit: '1', max_distance_miles: '1' },
      { limit: 'x', max_distance_miles: '-1' },
    ]) {
      const answer = await locate('DE', '80331', query)
      expect(answer.status, answer.text).toBe(200)
      expect(matchesOf(answer)).toEqual(['STUTTGART distance', 'HAMBURG distance', 'KIEL distance'])
      for (const row of dealersOf(answer)) {
        expect(row.distance_miles, row.dealer_code).toBe(milesBetween(MUNICH, row))
        expect(row.territory_match).toBe(false)
      }
    }
  })

  test('the same code is looked up once, however it is written and however many requests need it', async () => {
    nominatim.places.set('gb SW1A 1AA', { lat: '51.5', lon: '-0.14' })
    await server.apply({
      dealers: [
        dealer('LONDON', { country: 'GB', latitude: 51, longitude: 0, brands: [integrator.brand.slug] }),
      ],
    })
    await expect
      .poll(async () => codesOf(await locate('GB', 'SW1A 1AA')), { timeout: 2_000 })
      .toEqual(['LONDON'])
    const questions = await asked(() =>
      Promise.all(
        ['SW1A 1AA', 'sw1a 1aa', ' SW1A  1AA '].flatMap((code) => [locate('GB', code), locate('gb', code)]),
      ),
    )
    expect(questions).toEqual([])
    expect(nominatim.asked.filter((question) => question === 'gb SW1A 1AA')).toHaveLength(1)
  })

  test('answers are kept over a restart', async () => {
    await locate('DE', '20095')
    await server.restart()
    const questions = await asked(async () => {
      expect(codesOf(await locate('DE', '20095'))[0]).toBe('HAMBURG')
    })
    expect(questions).toEqual([])
  })

  test('a code that does not exist gets all dealers of the country by name, and is remembered as such', async () => {
    const questions = await asked(async () => {
      for (let i = 0; i < 3; i++) expectUnplaced(await locate('DE', '99999'))
      await server.restart()
      expectUnplaced(await locate('DE', '99999'))
    })
    expect(questions).toEqual(['de 99999'])
  })

  test('a Canadian code that does not exist is 404, and remembered as such', async () => {
    const questions = await asked(async () => {
      for (let i = 0; i < 3; i++) {
        const answer = await locate('CA', 'V0N 9Z9')
        expect(answer, answer.text).toMatchObject(plainRefusal(404))
        expect(answer.body.error).toMatch(/V0N 9Z9/)
      }
      await server.restart()
      expect((await locate('CA', 'V0N 9Z9')).status).toBe(404)
    })
    expect(questions).toEqual(['ca V0N 9Z9'])
  })

  test('concurrent requests for a new code cause one look-up', async () => {
    nominatim.places.set('de 50667', { lat: '50.94', lon: '6.96' })
    const questions = await asked(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => locate('DE', '50667')))
      expect(answers.every((answer) => answer.status === 200)).toBe(true)
    })
    expect(questions).toEqual(['de 50667'])
  })

  test('imported codes come before the service', async () => {
    const file = join(server.database.env.DATA_DIR, 'AT.txt')
    writeFileSync(file, 'AT\t1010\tWien\tWien\t09\t\t\t\t\t48.21\t16.37\t4\n')
    await server.apply({
      dealers: [
        dealer('WIEN', { country: 'AT', latitude: 48, longitude: 16, brands: [integrator.brand.slug] }),
      ],
    })
    const { code, stderr } = await server.command('postal-codes', 'import', file, '--country', 'AT')
    expect(code, stderr).toBe(0)
    // Another process's change is to be seen within two seconds.
    await sleep(2_000)
    const questions = await asked(async () => {
      const answer = await locate('AT', '1010')
      expect(answer.status, answer.text).toBe(200)
      expect(dealersOf(answer)[0]!.distance_miles).toBe(
        milesBetween({ latitude: 48.21, longitude: 16.37 }, dealersOf(answer)[0]!),
      )
    })
    expect(questions).toEqual([])
  })
})

describe('the fallback', () => {
  test('comes where the country has no dealer, with its real distance', async () => {
    const answer = await locate('FR', '75001')
    expect(matchesOf(answer)).toEqual(['HQ fallback'])
    const [row] = dealersOf(answer)
    expect(row).toMatchObject({ territory_match: false })
    expect(row!.distance_miles).toBe(milesBetween({ latitude: 48.86, longitude: 2.34 }, row!))
  })

  test('comes with distance 0 where nobody knows the code', async () => {
    const answer = await locate('FR', '00000')
    expect(matchesOf(answer)).toEqual(['HQ fallback'])
    expect(dealersOf(answer)[0]!.distance_miles).toBe(0)
  })

  test('is not for the US and Canada', async () => {
    const answer = await locate('CA', 'K1A 0B1')
    expect(answer).toMatchObject({ status: 200, body: { dealers: [] } })
  })

  test('that is inactive is nobody', async () => {
    const other = await makeIntegrator(server)
    const slug = other.brand.slug
    await server.apply({
      brands: [{ slug, name: slug, fallback_dealer: 'HQ-2' }],
      dealers: [dealer('HQ-2', { active: false, brands: [slug] })],
    })
    expect(await other.locate({ country: 'FR', postal_code: '75001' })).toMatchObject({
      status: 200,
      body: { success: true, dealers: [] },
    })
  })
})

describe('while the service is down', () => {
  beforeAll(() => {
    nominatim.down = true
  })

  test('a Canadian code that only it could know is 503 with Retry-After, and nothing is remembered', async () => {
    nominatim.places.set('ca V0N 1B4', { lat: '50.1', lon: '-122.9' })
    const answer = await locate('CA', 'V0N 1B4')
    expect(answer, answer.text).toMatchObject(plainRefusal(503))
    expect(answer.body.error).toMatch(/geocoding service cannot be reached.*later/i)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    nominatim.down = false
    expect((await locate('CA', 'V0N 1B4')).status).toBe(200)
    nominatim.down = true
  })

  test('another country is listed by name, and nothing is remembered', async () => {
    nominatim.places.set('de 01067', { lat: '51.05', lon: '13.73' })
    expectUnplaced(await locate('DE', '01067'))
    nominatim.down = false
    const answer = await locate('DE', '01067')
    expect(answer.body).not.toHaveProperty('origin_located')
    expect(dealersOf(answer)[0]!.distance_miles).toBeGreaterThan(0)
    nominatim.down = true
  })

  test('its earlier results stay valid', async () => {
    expect((await locate('DE', '80331')).status).toBe(200)
    expect((await locate('CA', 'V0N 9Z9')).status).toBe(404)
  })

  test('the fallback is answered with distance 0', async () => {
    const answer = await locate('IT', '00184')
    expect(matchesOf(answer)).toEqual(['HQ fallback'])
    expect(dealersOf(answer)[0]!.distance_miles).toBe(0)
  })

  test('a territory is answered with distance 0', async () => {
    const answer = await locate('US', '00000')
    expect(matchesOf(answer)).toEqual(['OWNER territory'])
    expect(dealersOf(answer)[0]!.distance_miles).toBe(0)
  })

  test('a ZIP code is taken for the center of its first three digits', async () => {
    expect((await locate('US', '75200')).status).toBe(200)
  })

  test('it is not called after five failures, and callers get Retry-After', async () => {
    const questions = await asked(async () => {
      for (let i = 0; i < 20; i++) {
        const answer = await locate('CA', `V0N ${i % 10}A${Math.floor(i / 10)}`)
        expect(answer, answer.text).toMatchObject(plainRefusal(503))
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      }
    })
    expect(questions.length).toBeLessThanOrEqual(5)
  })
})
