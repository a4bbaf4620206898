import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Integrator } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { refusal } from '../errors.ts'
import { logIn, makeUsers } from './users.ts'

const ACCOUNT_LIMIT = 3
const ADDRESS_LIMIT = 9

let server: TestServer
let users: Record<
  'guessed' | 'sprayed' | 'good' | 'crowd' | 'mixed' | 'restarted' | 'shared' | 'forms',
  Integrator
>

// Behind a proxy that is trusted, so that each test has addresses of its own.
const env = { LOGIN_LIMIT_PER_MINUTE: String(ACCOUNT_LIMIT), TRUSTED_PROXIES: '127.0.0.1' }

beforeAll(async () => {
  server = await startServer({ ownProcess: true, env })
  users = await makeUsers(server, {
    guessed: {},
    sprayed: {},
    good: {},
    crowd: {},
    mixed: {},
    restarted: {},
    shared: {},
    forms: {},
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const from = (address: string) => ({ 'x-forwarded-for': address })

const right = ({ credentials }: Integrator, address: string, at = server) =>
  logIn(at, credentials.email, credentials.password, from(address))

const guess = (email: string, address: string, at = server) => logIn(at, email, 'a guess', from(address))

/** Fails until the account's limit is reached. */
async function exhaust(email: string, address: string) {
  for (let i = 0; i < ACCOUNT_LIMIT; i++) expect(await guess(email, address)).toMatchObject({ status: 401 })
}

function expectThrottled(answer: Awaited<ReturnType<typeof guess>>) {
  expect(answer).toMatchObject(refusal(429, 'RATE_LIMITED'))
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
}

describe('guesses at one account', () => {
  test('are throttled wherever they come from, the right password with them', async () => {
    const { email } = users.guessed.credentials
    await exhaust(email, '192.0.2.1')
    expectThrottled(await guess(email, '192.0.2.1'))
    expectThrottled(await guess(email, '192.0.2.2'))
    expectThrottled(await right(users.guessed, '192.0.2.3'))
    expect(await right(users.good, '192.0.2.1')).toMatchObject({ status: 200 })
  })

  test('count for the account however its address is written', async () => {
    const { email } = users.forms.credentials
    const forms = [email, email.toUpperCase(), ` ${email} `]
    for (const form of forms) expect(await guess(form, '192.0.2.10')).toMatchObject({ status: 401 })
    expectThrottled(await guess(email, '192.0.2.10'))
  })

  test('are throttled alike where there is no such account', async () => {
    await exhaust('nobody@example.com', '192.0.2.20')
    expectThrottled(await guess('nobody@example.com', '192.0.2.20'))
  })

  test('are counted when they are concurrent', async () => {
    const email = 'at-once@example.com'
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => guess(email, `192.0.2.${30 + i}`)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(401), count(429)]).toEqual([ACCOUNT_LIMIT, 20 - ACCOUNT_LIMIT])
  })
})

test('one address that tries many accounts is throttled, other addresses are not', async () => {
  for (let i = 0; i < ADDRESS_LIMIT; i++) {
    expect(await guess(`spray-${i}@example.com`, '198.51.100.1')).toMatchObject({ status: 401 })
  }
  expectThrottled(await guess('spray-more@example.com', '198.51.100.1'))
  expectThrottled(await right(users.sprayed, '198.51.100.1'))
  expect(await right(users.sprayed, '198.51.100.2')).toMatchObject({ status: 200 })
})

test('attempts that were turned away do not use up the limit of the account', async () => {
  for (let i = 0; i < ADDRESS_LIMIT; i++) await guess(`filler-${i}@example.com`, '198.51.100.10')
  for (let i = 0; i < 5; i++) expectThrottled(await right(users.mixed, '198.51.100.10'))
  expect(await right(users.mixed, '198.51.100.11')).toMatchObject({ status: 200 })
})

test('logins that succeed do not count', async () => {
  for (let i = 0; i < ADDRESS_LIMIT + 2; i++) {
    expect(await right(users.good, '203.0.113.1')).toMatchObject({ status: 200 })
  }
})

test('a crowd of good logins of one account all pass', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => right(users.crowd, '203.0.113.10')))
  expect(answers.map((answer) => answer.status)).toEqual(Array(30).fill(200))
})

test('counts are shared with a second process', async () => {
  await using second = await startServer({ beside: server, env })
  const { email } = users.shared.credentials
  await exhaust(email, '203.0.113.20')
  expectThrottled(await guess(email, '203.0.113.20', second))
  expectThrottled(await right(users.shared, '203.0.113.20', second))
})

test('counts survive a restart', async () => {
  const { email } = users.restarted.credentials
  await exhaust(email, '203.0.113.30')
  await server.restart('SIGKILL')
  expectThrottled(await right(users.restarted, '203.0.113.30'))
})
