import { describe, expect, test } from 'vitest'
import type { Answer } from '../../support/client.ts'
import { makeIntegrator } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'
import { plainRefusal } from '../errors.ts'
import { codesOf, dealer } from './world.ts'

const server = await startFileServer()
const ada = await makeIntegrator(server, {
  more: (slug) => ({
    dealers: [
      dealer('US-1', { brands: [slug] }),
      dealer('CA-1', { country: 'CA', latitude: 45.42, longitude: -75.7, brands: [slug] }),
      dealer('AU-1', {
        country: 'Australia',
        postal_code: '2000',
        latitude: -33.9,
        longitude: 151.2,
        brands: [slug],
      }),
    ],
  }),
})
const bob = await makeIntegrator(server)
const { api_tokens } = await server.apply({
  api_tokens: [{ name: 'leads-only', brands: [ada.brand.slug], scopes: ['lead-submission'] }],
})
/** May use Ada's brand, but not the locator. */
const leadsOnly = api_tokens[0]!.token!

/** Sends a query string as it is. */
const ask = (query: string, token: string | null = ada.apiToken) =>
  server.send('GET', `/dealer-locator?${query}`, { headers: token === null ? {} : { 'x-api-token': token } })

/** Ada's brand, and parameters as they are. */
const query = (rest: string) => ask(`brand=${ada.brand.slug}&${rest}`)
const inUs = (rest: string) => query(`postal_code=75067&country=US&${rest}`)

function expectRefusal(answer: Answer, status: number, error: RegExp) {
  expect(answer, answer.text).toMatchObject(plainRefusal(status))
  expect(answer.body.error).toMatch(error)
  expect(Object.keys(answer.body).sort()).toEqual(['error', 'version'])
}

describe('checks are made in order:', () => {
  const GOOD = 'postal_code=75067&country=US'

  test('a wrong token is 401, whatever else is wrong', async () => {
    for (const token of [null, '', 'unknown', 'x'.repeat(5_000)]) {
      expectRefusal(await ask('brand=nobody&country=ZZ&limit=x', token), 401, /token/i)
    }
  })

  test('wrong parameters are 400, before any look-up', async () => {
    expectRefusal(await ask('brand=nobody&country=US&postal_code=1'), 400, /postal code/)
    expectRefusal(await ask('brand=nobody&country=US&postal_code=75067&limit=x'), 400, /limit/)
    expectRefusal(await ask(`brand=${bob.brand.slug}&country=ZZ&postal_code=1`), 400, /country/)
    expectRefusal(await ask('', leadsOnly), 400, /brand/i)
  })

  test('an unknown brand is 404; one that the token lacks, or a token without the scope, is 403', async () => {
    expectRefusal(await ask(`brand=nobody&${GOOD}`), 404, /brand "nobody"/)
    expectRefusal(await ask(`brand=nobody&${GOOD}`, leadsOnly), 404, /brand "nobody"/)
    expectRefusal(await ask(`brand=${bob.brand.slug}&${GOOD}`), 403, /\S/)
    expectRefusal(await ask(`brand=${ada.brand.slug}&${GOOD}`, leadsOnly), 403, /\S/)
  })

  test('the 404 for an unknown postal code comes last', async () => {
    const nowhere = 'postal_code=00000&country=US'
    expectRefusal(await ask(`brand=nobody&${nowhere}`), 404, /brand/)
    expectRefusal(await ask(`brand=${bob.brand.slug}&${nowhere}`), 403, /\S/)
    expectRefusal(await query(nowhere), 404, /00000/)
  })
})

test.each([
  ['', /^Brand parameter is required/],
  ['brand=&postal_code=75067&country=US', /^Brand parameter is required/],
  ['postal_code=75067&country=US', /^Brand parameter is required/],
])('%j lacks the brand', async (text, error) => {
  expectRefusal(await ask(text), 400, error)
})

test.each([
  ['country=US', /postal code/i],
  ['country=US&postal_code=', /postal code/i],
  ['postal_code=75067', /country/i],
  ['postal_code=75067&country=', /country/i],
])('%j lacks a parameter', async (text, error) => {
  expectRefusal(await query(text), 400, error)
})

describe('country', () => {
  test.each(['us', 'Us', 'US'])('%s is the United States', async (country) => {
    expect(codesOf(await query(`postal_code=75067&country=${country}`))).toEqual(['US-1'])
  })

  test.each(['UK', 'ZZ', 'XK', 'EU', 'USA', 'U', '%20US', 'US%20', '%C5%BFU', 'United%20States', '0'])(
    '%s is none',
    async (country) => {
      expectRefusal(await query(`postal_code=75067&country=${country}`), 400, /^Invalid country code/)
    },
  )
})

describe('postal code', () => {
  test.each(['K1A0B1', 'k1a0b1', 'K1A%200B1', 'k1A+0b1'])('%s is K1A 0B1', async (code) => {
    const answer = await query(`country=CA&postal_code=${code}&explain=true`)
    expect(answer).toMatchObject({ status: 200, body: { explain: { postal_code: 'K1A 0B1' } } })
    expect(codesOf(answer)).toEqual(['CA-1'])
  })

  test.each([
    '%2012345',
    '12345%20',
    '12345%0A',
    '12345-6789',
    '123456',
    '1234',
    '123',
    '%D9%A1%D9%A2%D9%A3%D9%A4%D9%A5',
    '%EF%BC%91%EF%BC%92%EF%BC%93%EF%BC%94%EF%BC%95',
    '1e100',
    'K1A%200B1',
  ])('%s is no US code', async (code) => {
    expectRefusal(await query(`country=US&postal_code=${code}`), 400, /^Invalid US postal code format/)
  })

  test.each(['K1A', 'D1A0B1', 'K1O0B1', 'W1A0B1', 'Z1A0B1', 'K1A-0B1', 'K1A%20%200B1', '%20K1A0B1', '75067'])(
    '%s is no Canadian code',
    async (code) => {
      expectRefusal(await query(`country=CA&postal_code=${code}`), 400, /^Invalid CA postal code format/)
    },
  )

  test.each(['%00', 'x'.repeat(101), '%20', '%0A'])('%s is none anywhere', async (code) => {
    expectRefusal(await query(`country=AU&postal_code=${code}`), 400, /postal code|NUL/i)
  })
})

describe('limit', () => {
  test.each(['1', '50', '51', '1000000000', '007'])('%s is one', async (limit) => {
    expect((await inUs(`limit=${limit}`)).status).toBe(200)
  })

  test.each([
    '10abc',
    '',
    '%205',
    '5%20',
    '1e1',
    '1e9',
    '0x10',
    '1.0',
    '1.',
    '+5',
    '%2B5',
    'NaN',
    '١',
    'null',
  ])('%j is no integer', async (limit) => {
    expectRefusal(await inUs(`limit=${encodeNonAscii(limit)}`), 400, /^limit must be an integer/)
  })

  test.each(['0', '-1', '-0', '-9007199254740993'])('%s is too small', async (limit) => {
    expectRefusal(await inUs(`limit=${limit}`), 400, /^limit must be an integer/)
  })
})

describe('max_distance_miles', () => {
  test.each(['0', '0.5', '.5', '250.', '12500', '1000000000', '1e2', '2.5E-1', '1e%2B2'])(
    '%s is one',
    async (distance) => {
      expect((await inUs(`max_distance_miles=${distance}`)).status).toBe(200)
    },
  )

  test.each([
    'NaN',
    'Infinity',
    '-Infinity',
    '1e999',
    '1e',
    'e2',
    '-1',
    '-0.1',
    '5km',
    '',
    '%205',
    '0x10',
    '1,5',
    'null',
  ])('%j is none', async (distance) => {
    expectRefusal(await inUs(`max_distance_miles=${distance}`), 400, /^max_distance_miles must be a number/)
  })
})

test('outside US and CA limit and max_distance_miles are ignored, even malformed', async () => {
  for (const extra of ['limit=abc', 'limit=0', 'max_distance_miles=-5km']) {
    const answer = await query(`country=AU&postal_code=2000&${extra}`)
    // Nobody knows Australian codes here.
    expect(answer).toMatchObject({ status: 200, body: { origin_located: false } })
    expect(codesOf(answer)).toEqual(['AU-1'])
  }
})

test.each([
  'brand=a&brand=b&postal_code=75067&country=US',
  'brand[]=a&postal_code=75067&country=US',
  'brand=a&postal_code=75067&postal_code=75068&country=US',
  'brand=a&postal_code=75067&country=US&country=US',
  'brand=a&postal_code=75067&country=US&limit=1&limit=1',
  'brand=a&postal_code=75067&country=US&limit[]=1',
  'brand=a&postal_code=75067&country=US&limit[a]=1',
])('%s is refused', async (text) => {
  expectRefusal(await ask(text), 400, /\S/)
})

test.each([
  'brand=%zz',
  'brand=%c0%af&postal_code=75067&country=US',
  'brand=a%00&postal_code=75067&country=US',
])('%s is refused', async (text) => {
  const answer = await ask(text)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(answer.body).toEqual({ error: expect.any(String), version: '0.2.0' })
})

test('a brand of SQL is an unknown brand', async () => {
  const slug = encodeURIComponent("' OR 1=1 --%_")
  expectRefusal(await ask(`brand=${slug}&postal_code=75067&country=US`), 404, /OR 1=1/)
})

function encodeNonAscii(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text)
}
