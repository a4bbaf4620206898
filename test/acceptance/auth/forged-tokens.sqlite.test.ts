import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Crm, startCrm } from '../../support/crm.ts'
import type { Integrator } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { refusal } from '../errors.ts'
import { decode, resign, write } from './tokens.ts'
import { listWith, makeUsers, refresh } from './users.ts'

const HOUR = 3600
const now = Math.floor(Date.now() / 1000)

let server: TestServer
let user: Integrator
let secret: string
/** Where a server that followed a token's own pointers would ask for a key. */
let keyHost: Crm

beforeAll(async () => {
  server = await startServer()
  keyHost = await startCrm()
  secret = server.env.TRANSOM_JWT_SECRET!
  user = (await makeUsers(server, { ada: {} })).ada
  await user.logIn()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await keyHost[Symbol.asyncDispose]()
})

type Forgery = (token: string) => string

const unsigned =
  (alg: unknown): Forgery =>
  (token) =>
    `${write({ ...decode(token).header, alg })}.${token.split('.')[1]}.`

const claiming =
  (claims: Record<string, unknown>): Forgery =>
  (token) =>
    resign(token, secret, { claims })

const under =
  (header: Record<string, unknown>, key?: string): Forgery =>
  (token) =>
    resign(token, key ?? secret, { header })

/** Signed with a key of the attacker's own, to which the header points. */
const byOwnKey = (alg: 'RS256' | 'ES256', pointer: (jwk: object) => object): Forgery => {
  const pair =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return (token) => {
    const { header, claims } = decode(token)
    const pointers = pointer(pair.publicKey.export({ format: 'jwk' }))
    const text = `${write({ ...header, alg, ...pointers })}.${write(claims)}`
    const key = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' as const }
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
  }
}

const forgeries: [id: string, name: string, forge: Forgery][] = [
  ['46', 'alg none', unsigned('none')],
  ['46', 'alg None', unsigned('None')],
  ['46', 'alg NONE', unsigned('NONE')],
  ['46', 'alg empty', unsigned('')],
  ['46', 'alg null', unsigned(null)],
  ['46', 'no alg', unsigned(undefined)],
  ['46', 'alg none over a good signature', (token) => resign(token, secret, { header: { alg: 'none' } })],
  ['46', 'no signature', (token) => token.slice(0, token.lastIndexOf('.') + 1)],
  ['46', 'HS384 with the right secret', under({ alg: 'HS384' })],
  ['46', 'HS512, signed so', (token) => resign(token, secret, { header: { alg: 'HS512' }, hash: 'sha512' })],
  ['46', 'RS256 over an HMAC', under({ alg: 'RS256' })],
  ['46', 'RS256 with a key of its own', byOwnKey('RS256', () => ({}))],
  ['46', 'ES256 with a key of its own', byOwnKey('ES256', () => ({}))],
  ['46', 'another secret', (token) => resign(token, 'x'.repeat(32))],
  ['46', 'an empty secret', (token) => resign(token, '')],
  ['46', 'the secret read as hexadecimal', (token) => resign(token, Buffer.from(secret, 'hex'))],
  ['46', 'other claims under the old signature', (token) => swapClaims(token, { sub: '424242' })],
  ['47', 'kid that names an empty file', under({ kid: '../../../../dev/null' }, '')],
  ['47', 'kid that is SQL', under({ kid: "x' UNION SELECT 'k" }, 'k')],
  ['47', 'unknown kid', under({ kid: 'other' })],
  ['47', 'kid __proto__', under({ kid: '__proto__' })],
  ['47', 'kid a number', under({ kid: 1 })],
  ['47', 'kid a list', under({ kid: [] })],
  ['47', 'jwk in the header', byOwnKey('RS256', (jwk) => ({ jwk }))],
  ['47', 'jku', byOwnKey('RS256', () => ({ jku: keyHost.url('/jwks'), kid: 'own' }))],
  ['47', 'x5u', byOwnKey('ES256', () => ({ x5u: keyHost.url('/x5u') }))],
  ['47', 'kid a URL', (token) => resign(token, 'k', { header: { kid: keyHost.url('/kid') } })],
  ['47', 'crit of an extension that nobody knows', under({ crit: ['own'], own: true })],
  ['48', 'not yet valid', claiming({ nbf: now + HOUR })],
  ['48', 'wrong issuer', claiming({ iss: 'other' })],
  ['48', 'no issuer', claiming({ iss: undefined })],
  ['48', 'wrong audience', claiming({ aud: 'other' })],
  ['48', 'no audience', claiming({ aud: undefined })],
  ['48', 'no expiry', claiming({ exp: undefined })],
  ['48', 'expiry null', claiming({ exp: null })],
  ['48', 'expiry a string', claiming({ exp: String(now + HOUR) })],
  ['48', 'no user', claiming({ sub: undefined })],
  ['48', 'unknown user', claiming({ sub: '999999' })],
  ['48', 'user __proto__', claiming({ sub: '__proto__' })],
  ['48', 'a user beyond all integers', claiming({ sub: '1'.repeat(30) })],
  ['48', 'a family that is text', claiming({ fam: 'x' })],
  ['48', 'a family beyond all integers', claiming({ fam: 1e300 })],
  ['48', 'malformed: one part', () => 'token'],
  ['48', 'malformed: two parts', (token) => token.slice(0, token.lastIndexOf('.'))],
  ['48', 'malformed: four parts', (token) => `${token}.${token.split('.')[2]}`],
  ['48', 'malformed: empty parts', () => '..'],
  ['48', 'malformed: not base64', () => '!.!.!'],
  ['48', 'malformed: claims null', (token) => `${token.split('.')[0]}.${write(null)}.x`],
  ['48', 'malformed: header null', (token) => `${write(null)}.${token.split('.')[1]}.x`],
  ['48', 'malformed: 4,000 characters', () => 'x'.repeat(4_000)],
]

function swapClaims(token: string, claims: object): string {
  const [header, , signature] = token.split('.')
  return `${header}.${write({ ...decode(token).claims, ...claims })}.${signature}`
}

describe.each(forgeries)('%s a token with %s', (_, _name, forge) => {
  test('is refused as an access token', async () => {
    const answer = await listWith(server, forge(user.accessToken))
    expect(answer).toMatchObject(refusal(401, 'INVALID_TOKEN'))
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer .*\berror="invalid_token"/)
    expect(keyHost.requests).toEqual([])
  })

  test('is refused as a refresh token', async () => {
    const answer = await refresh(server, forge(user.refreshToken))
    expect(answer).toMatchObject(refusal(401, 'INVALID_TOKEN'))
    expect(keyHost.requests).toEqual([])
  })
})

describe('a token past its time', () => {
  const stale = claiming({ iat: now - 2 * HOUR, exp: now - 1 })

  test('is named so as an access token', async () => {
    const answer = await listWith(server, stale(user.accessToken))
    expect(answer).toMatchObject(refusal(401, 'TOKEN_EXPIRED'))
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer .*\berror="invalid_token"/)
  })

  test('is named so as a refresh token', async () => {
    expect(await refresh(server, stale(user.refreshToken))).toMatchObject(refusal(401, 'TOKEN_EXPIRED'))
  })

  test('is of the wrong kind before it is expired', async () => {
    expect(await listWith(server, stale(user.refreshToken))).toMatchObject(refusal(401, 'INVALID_TOKEN'))
    expect(await refresh(server, stale(user.accessToken))).toMatchObject(refusal(401, 'INVALID_TOKEN'))
  })
})

test('access and refresh tokens are not accepted as each other', async () => {
  expect(await listWith(server, user.refreshToken)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
  expect(await refresh(server, user.accessToken)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
})

test('after all of that the tokens themselves, signed again by hand, are good', async () => {
  expect(await listWith(server, resign(user.accessToken, secret))).toMatchObject({ status: 200 })
  expect(await refresh(server, resign(user.refreshToken, secret))).toMatchObject({ status: 200 })
})

test('tokens live as long as the contract says', () => {
  const access = decode(user.accessToken).claims as Record<string, number>
  const refreshClaims = decode(user.refreshToken).claims as Record<string, number>
  expect(access.exp! - access.iat!).toBe(HOUR)
  expect(refreshClaims.exp! - refreshClaims.iat!).toBe(30 * 24 * HOUR)
})
