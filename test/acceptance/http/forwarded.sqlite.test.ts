import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Integrator, makeIntegrator } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { logIn } from '../auth/users.ts'

/** Three times the limit of an account: that of an address. */
const ADDRESS_LIMIT = 3

const LIMIT = { LOGIN_LIMIT_PER_MINUTE: '1' }

/** The statuses of failed logins of accounts that were never tried before, one for each set of headers. */
async function fail(server: TestServer, headers: Record<string, string>[]): Promise<number[]> {
  const statuses: number[] = []
  for (const own of headers) {
    const { status } = await logIn(server, `${randomBytes(6).toString('hex')}@example.com`, 'a guess', own)
    statuses.push(status)
  }
  return statuses
}

const addresses = (make: (i: number) => Record<string, string>) =>
  Array.from({ length: ADDRESS_LIMIT + 1 }, (_, i) => make(i))

const THROTTLED = [...Array(ADDRESS_LIMIT).fill(401), 429]
const FREE = Array(ADDRESS_LIMIT + 1).fill(401)

describe('where no proxy is trusted', () => {
  test('no header makes one caller look like many', async () => {
    await using server = await startServer({ env: LIMIT })
    const spoofed = addresses((i) => ({
      'x-forwarded-for': `203.0.113.${i}`,
      forwarded: `for=203.0.113.${i}`,
      'x-real-ip': `203.0.113.${i}`,
      'x-client-ip': `203.0.113.${i}`,
      'true-client-ip': `203.0.113.${i}`,
      'x-forwarded-host': 'elsewhere.example',
      'x-forwarded-proto': 'https',
    }))
    expect(await fail(server, spoofed)).toEqual(THROTTLED)
  })
})

describe('behind a trusted proxy', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startServer({ env: { ...LIMIT, TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8, fd00::/8' } })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  test.each<[string, (i: number) => string, number[]]>([
    ['each address has a limit of its own', (i) => `198.51.100.${i}`, FREE],
    ['one address has one limit', () => '198.51.100.100', THROTTLED],
    [
      'what a caller puts before its address is not believed',
      (i) => `192.0.2.${i}, 198.51.100.101`,
      THROTTLED,
    ],
    ['trusted proxies in between are passed over', (i) => `198.51.100.102, 10.0.0.${i}`, THROTTLED],
    [
      'the nearest address that is not trusted counts',
      (i) => `192.0.2.1, 198.51.100.${110 + i}, 10.0.0.1`,
      FREE,
    ],
    ['IPv6 addresses count as well', () => '2001:db8::1', THROTTLED],
  ])('%s', async (_, forwardedFor, statuses) => {
    const headers = addresses((i) => ({ 'x-forwarded-for': forwardedFor(i) }))
    expect(await fail(server, headers)).toEqual(statuses)
  })
})

describe('a spoofed host', () => {
  let server: TestServer
  let ada: Integrator

  beforeAll(async () => {
    server = await startServer()
    ada = await makeIntegrator(server)
    await Promise.all([ada.register(), ada.register()])
  })
  afterAll(() => server[Symbol.asyncDispose]())

  test.each<Record<string, string>>([
    { host: 'elsewhere.example' },
    {
      'x-forwarded-host': 'elsewhere.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/elsewhere',
    },
  ])('%o leaves no trace in the answer', async (headers) => {
    const answer = await ada.call('GET', '/warranty?limit=1', { headers })
    expect(answer).toMatchObject({ status: 200, headers: { link: expect.stringContaining('page=2') } })
    expect(JSON.stringify(answer.headers) + answer.text).not.toContain('elsewhere')
  })
})
