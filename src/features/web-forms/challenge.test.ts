import { expect, test } from 'vitest'
import { checkSolution, makeChallenge } from './challenge.ts'
import { solve, toPayload } from './solve.test-support.ts'

const SECOND = 1_000_000
const NOW = 1_700_000_000 * SECOND
const SECRET = 'a secret of 32 bytes that nobody knows'
const OTHER = 'another secret of 32 bytes, long ago'
const KEY = { keyId: 7, secrets: [SECRET], now: NOW }

const { challenge, number } = makeSolved()
const payload = toPayload(challenge, { number })

/** Returns a challenge and its number, whose first digit can move to the salt: a zero after it would be lost. */
function makeSolved() {
  for (;;) {
    const challenge = makeChallenge({ keyId: 7, secret: SECRET, now: NOW })
    const number = solve(challenge)
    if (/^.[1-9]/.test(String(number))) return { challenge, number }
  }
}

test('a challenge has the fields of ALTCHA', () => {
  expect(challenge).toEqual({
    algorithm: 'SHA-256',
    challenge: expect.stringMatching(/^[\da-f]{64}$/),
    maxnumber: 100_000,
    salt: expect.stringMatching(/^[\da-f]{32}\?expires=1700000300&issued=1700000000000000&key=7&$/),
    signature: expect.stringMatching(/^[\da-f]{64}$/),
  })
})

test('a solution is accepted until the challenge expires, in base64 of either alphabet', () => {
  const solved = {
    challenge: challenge.challenge,
    issuedAt: NOW,
    expiresAt: NOW + 300 * SECOND,
  }
  expect(checkSolution(payload, KEY)).toEqual(solved)
  expect(checkSolution(payload, { ...KEY, now: NOW + 299 * SECOND })).toEqual(solved)
  const url = Buffer.from(payload, 'base64').toString('base64url')
  expect(checkSolution(url, KEY)).toEqual(solved)
  expect(checkSolution(toPayload(challenge, { number, took: 12 }), KEY)).toEqual(solved)
})

test('a challenge knows to the microsecond when it was issued, for the least time to fill in a form', () => {
  const now = NOW + 900_001
  const late = makeChallenge({ keyId: 7, secret: SECRET, now })
  const solution = toPayload(late, { number: solve(late) })
  expect(checkSolution(solution, { ...KEY, now })).toMatchObject({ issuedAt: now })
})

test('a solution of a challenge that an older secret signed is accepted', () => {
  expect(checkSolution(payload, { ...KEY, secrets: [OTHER, SECRET] })).toMatchObject({ issuedAt: NOW })
})

const spliced = { salt: `${challenge.salt}${String(number)[0]}`, number: Number(String(number).slice(1)) }
const longer = { salt: challenge.salt.replace('1700000300', '1800000300'), number }

test.each<[string, string | undefined, object?]>([
  ['nothing', undefined],
  ['an empty text', ''],
  ['no base64', '§§§'],
  ['no JSON', Buffer.from('{').toString('base64')],
  ['null', Buffer.from('null').toString('base64')],
  ['a list', Buffer.from('[]').toString('base64')],
  ['a long text', 'a'.repeat(60_000)],
  ['no number', toPayload(challenge)],
  ['another number', toPayload(challenge, { number: number + 1 })],
  ['a number as a text', toPayload(challenge, { number: String(number) })],
  ['a fraction', toPayload(challenge, { number: number + 0.5 })],
  ['another algorithm', toPayload(challenge, { number, algorithm: 'SHA-1' })],
  ['a later time in the salt', toPayload(challenge, longer)],
  ['another signature', toPayload(challenge, { number, signature: 'f'.repeat(64) })],
  ['no signature', toPayload(challenge, { number, signature: null })],
  ['a signature of another length', toPayload(challenge, { number, signature: 'ü' })],
  ['a challenge of its own', toPayload(makeChallenge({ keyId: 7, secret: OTHER, now: NOW }), { number })],
  ['a solution for another key', payload, { keyId: 8 }],
  ['a solution after five minutes', payload, { now: NOW + 300 * SECOND }],
  ['a solution that a dropped secret signed', payload, { secrets: [OTHER] }],
])('%s is no solution', (_what, given, differently = {}) => {
  const check = () => checkSolution(given, { ...KEY, ...differently })
  expect(check).toThrow(expect.objectContaining({ code: 'CHALLENGE_FAILED' }))
})

test('a number whose first digit moves to the salt is the same challenge', () => {
  // The hash is of the same text, so that it is recognized as used, and its time is read as before.
  expect(checkSolution(toPayload(challenge, spliced), KEY)).toEqual(checkSolution(payload, KEY))
})
