import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Integrator } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { refusal } from '../errors.ts'
import { listWith, logIn, makeUsers } from './users.ts'

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/
const COMPOSED = 'Pass\u00e9-wort \u212b\u{1f6a4}'

let server: TestServer
let users: Record<
  'ada' | 'accented' | 'disabled' | 'blank' | 'long' | 'boats' | 'accentedPassword',
  Integrator
>

beforeAll(async () => {
  server = await startServer()
  const letters = 'x'.repeat(127)
  users = await makeUsers(server, {
    ada: { password: 'correct horse' },
    accented: { email: 'J\u00f6rg.\u00c5s@example.com' },
    disabled: { password: 'correct horse', active: false },
    blank: { password: '  blank at both ends ' },
    long: { password: `${letters}a` },
    boats: { password: '\u{1f6a4}'.repeat(128) },
    accentedPassword: { password: COMPOSED },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

test('login answers with a pair of tokens that work, and is not to be cached', async () => {
  const answer = await users.ada.logIn()
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(answer.body).toEqual({
    success: true,
    status: 200,
    data: {
      access_token: expect.stringMatching(JWT),
      refresh_token: expect.stringMatching(JWT),
      token_type: 'bearer',
      expires_in: 3600,
    },
    meta: { timestamp: expect.stringMatching(/\.\d{6}Z$/), version: '0.2.0' },
  })
  expect(await listWith(server, answer.body.data.access_token)).toMatchObject({ status: 200 })
})

test.each([
  ['upper case', 'J\u00d6RG.\u00c5S@EXAMPLE.COM'],
  ['decomposed letters', 'j\u00f6rg.\u00e5s@example.com'.normalize('NFD')],
  ['blanks around it', '  j\u00f6rg.\u00e5s@example.com\t'],
])('an e-mail address with %s is the same address', async (_, email) => {
  expect(await logIn(server, email, users.accented.credentials.password)).toMatchObject({ status: 200 })
})

test.each([
  ['no e-mail', { password: 'x' }, ['email']],
  ['no password', { email: 'a@example.com' }, ['password']],
  ['neither', {}, ['email', 'password']],
  ['blank e-mail', { email: '  ', password: 'x' }, ['email']],
  ['empty password', { email: 'a@example.com', password: '' }, ['password']],
  ['null', { email: null, password: null }, ['email', 'password']],
  ['numbers', { email: 1, password: 2 }, ['email', 'password']],
  ['lists', { email: ['a@example.com'], password: ['x'] }, ['email', 'password']],
  ['a NUL', { email: 'a\0@example.com', password: 'x' }, ['email']],
  ['a lone surrogate', { email: 'a@example.com', password: 'x\ud800' }, ['password']],
])('login with %s names what is wrong', async (_, body, fields) => {
  const answer = await server.send('POST', '/api/v1/auth/login', { body })
  expect(answer).toMatchObject(refusal(422, 'VALIDATION_ERROR'))
  expect(answer.body.error.details.map((detail: { field: string }) => detail.field).sort()).toEqual(fields)
})

describe('unknown, wrong and disabled logins', () => {
  const attempts = {
    unknown: () => logIn(server, 'nobody@example.com', 'correct horse'),
    wrong: () => logIn(server, users.ada.credentials.email, 'wrong horse'),
    disabled: () => logIn(server, users.disabled.credentials.email, 'correct horse'),
  }

  test('answer alike', async () => {
    const answers = await Promise.all([attempts.unknown(), attempts.wrong(), attempts.disabled()])
    for (const answer of answers) expect(answer).toMatchObject(refusal(401, 'INVALID_CREDENTIALS'))
    const message = 'The e-mail address or the password is wrong.'
    expect(new Set(answers.map(({ body }) => body.error.message))).toEqual(new Set([message]))
    expect(new Set(answers.map(({ headers }) => Object.keys(headers).join())).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers['www-authenticate']))).toEqual(new Set(['Bearer']))
  })

  test('take as long', async () => {
    const times = { unknown: [] as number[], wrong: [] as number[], disabled: [] as number[] }
    for (let round = 0; round < 9; round++) {
      for (const [name, attempt] of Object.entries(attempts)) {
        const started = performance.now()
        await attempt()
        times[name as keyof typeof attempts].push(performance.now() - started)
      }
    }
    const [least = 0, , most = 0] = Object.values(times)
      .map(median)
      .sort((a, b) => a - b)
    // Without hashing for unknown users the ratio is above ten.
    expect(most / least).toBeLessThan(5)
  })
})

describe('passwords', () => {
  test.each([
    ['other blanks at the ends', 'blank', 'blank at both ends'],
    ['another case', 'ada', 'Correct horse'],
    ['another last of 128 characters', 'long', `${'x'.repeat(127)}b`],
    ['the first 72 of 128 characters', 'long', 'x'.repeat(72)],
    ['one character fewer of 128 beyond the basic plane', 'boats', '\u{1f6a4}'.repeat(127)],
  ] as const)('%s make another password', async (_, name, password) => {
    const user = users[name]
    expect(await logIn(server, user.credentials.email, password)).toMatchObject({ status: 401 })
    expect(await user.logIn()).toMatchObject({ status: 200 })
  })

  test('are the same in composed and decomposed Unicode', async () => {
    const { email } = users.accentedPassword.credentials
    for (const form of ['NFC', 'NFD'] as const) {
      expect(await logIn(server, email, COMPOSED.normalize(form))).toMatchObject({ status: 200 })
    }
    expect(await logIn(server, email, COMPOSED.normalize('NFKD'))).toMatchObject({ status: 200 })
    expect(await logIn(server, email, 'Passe-wort A\u{1f6a4}')).toMatchObject({ status: 401 })
  })

  test.each([
    ['129 characters', 129],
    ['a million characters', 1_000_000],
  ])('of %s are refused immediately, whoever sends them', async (_, length) => {
    const started = performance.now()
    const password = 'x'.repeat(length)
    for (const email of [users.long.credentials.email, 'nobody@example.com']) {
      const answer = await logIn(server, email, password)
      expect(answer).toMatchObject(refusal(422, 'VALIDATION_ERROR'))
      expect(answer.text).not.toContain('xxxx')
    }
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!
}
