import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { createTokenSigner } from './token-signer.ts'

const SECRET = 'a secret of the tests with 32 bytes or more'
const NEXT = 'another secret of the tests, as long as that'
const CLAIMS = { userId: 7, familyId: 3, jti: 'one', secondFactor: false }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2025-03-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return 'none'
}

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())

const signed = (header: object, claims: object) => {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`
}

describe('createTokenSigner', () => {
  test('reads what it has signed, time after time', () => {
    const signer = createTokenSigner([SECRET])
    for (const kind of ['access', 'refresh'] as const) {
      const token = signer.sign(kind, CLAIMS, 60)
      for (let i = 0; i < 3; i++) expect(signer.verify(kind, token)).toEqual(CLAIMS)
    }
  })

  test('distinguishes access and refresh tokens, expired ones too', () => {
    const signer = createTokenSigner([SECRET])
    const [access, refresh] = [signer.sign('access', CLAIMS, 60), signer.sign('refresh', CLAIMS, 60)]
    signer.verify('access', access)
    for (const ms of [0, 60_001]) {
      vi.advanceTimersByTime(ms)
      expect(codeOf(() => signer.verify('refresh', access))).toBe('INVALID_TOKEN')
      expect(codeOf(() => signer.verify('access', refresh))).toBe('INVALID_TOKEN')
    }
  })

  test('expires a token to the second, a verified one too', () => {
    const signer = createTokenSigner([SECRET])
    const token = signer.sign('access', CLAIMS, 60)
    signer.verify('access', token)
    vi.advanceTimersByTime(59_999)
    expect(signer.verify('access', token)).toEqual(CLAIMS)
    vi.advanceTimersByTime(2)
    expect(codeOf(() => signer.verify('access', token))).toBe('TOKEN_EXPIRED')
  })

  test('signs with the first secret and accepts the others', () => {
    const before = createTokenSigner([SECRET])
    const during = createTokenSigner([NEXT, SECRET])
    const after = createTokenSigner([NEXT])
    const old = before.sign('access', CLAIMS, 60)
    const fresh = during.sign('access', CLAIMS, 60)
    expect(during.verify('access', old)).toEqual(CLAIMS)
    expect(after.verify('access', fresh)).toEqual(CLAIMS)
    expect(codeOf(() => after.verify('access', old))).toBe('INVALID_TOKEN')
    expect(codeOf(() => before.verify('access', fresh))).toBe('INVALID_TOKEN')
  })

  test('names its key without telling it', () => {
    const { alg, kid } = headerOf(createTokenSigner([SECRET]).sign('access', CLAIMS, 60))
    expect(alg).toBe('HS256')
    expect(kid).toMatch(/^[\w-]{12}$/)
    expect(headerOf(createTokenSigner([NEXT]).sign('access', CLAIMS, 60)).kid).not.toBe(kid)
  })

  const base = { iss: 'transom', aud: 'transom:access', sub: '7', fam: 3, jti: 'one', iat: 1_740_830_400 }
  const good = { ...base, exp: base.iat + 60 }

  test('accepts the bare token that the following spoil', () => {
    expect(createTokenSigner([SECRET]).verify('access', signed({ alg: 'HS256' }, good))).toEqual(CLAIMS)
  })

  test.each<[string, object, object]>([
    ['another algorithm', { alg: 'HS512' }, good],
    ['no algorithm', {}, good],
    ['a kid of nobody', { alg: 'HS256', kid: 'x' }, good],
    ['no expiry', { alg: 'HS256' }, base],
    ['an expiry that is text', { alg: 'HS256' }, { ...good, exp: String(good.exp) }],
    ['no issuer', { alg: 'HS256' }, { ...good, iss: undefined }],
    ['no audience', { alg: 'HS256' }, { ...good, aud: undefined }],
    ['a user that is no number', { alg: 'HS256' }, { ...good, sub: 'x' }],
    ['a user beyond 2^53', { alg: 'HS256' }, { ...good, sub: '9007199254740993' }],
    ['a family that is text', { alg: 'HS256' }, { ...good, fam: '3' }],
    ['an id that is a number', { alg: 'HS256' }, { ...good, jti: 1 }],
    ['a time to come', { alg: 'HS256' }, { ...good, nbf: base.iat + 3_600 }],
  ])('refuses %s, however well signed', (_, header, claims) => {
    expect(codeOf(() => createTokenSigner([SECRET]).verify('access', signed(header, claims)))).toBe(
      'INVALID_TOKEN',
    )
  })
})
