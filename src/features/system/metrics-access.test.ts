import { describe, expect, test } from 'vitest'
import { createMetricsAccess } from './metrics-access.ts'

/** Returns whether a caller may read the metrics. */
function may(
  options: { token?: string; ips?: string[] },
  ip: string,
  headers: Record<string, string> = {},
): boolean {
  const check = createMetricsAccess({ token: options.token })
  try {
    check({ headers, ip, ips: options.ips })
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENDPOINT_NOT_PERMITTED' })
    return false
  }
}

describe('without a token', () => {
  test.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '172.16.0.9',
    '192.168.1.1',
    'fd00::7',
    'fe80::1',
  ])('%s may read them', (ip) => {
    expect(may({}, ip)).toBe(true)
  })

  test.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '169.254.0.1.2', '', 'unknown', '0.0.0.0'])(
    '%s may not',
    (ip) => {
      expect(may({}, ip)).toBe(false)
    },
  )

  test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'])(
    'nobody may through a proxy that adds %s',
    (name) => {
      expect(may({}, '127.0.0.1', { [name]: '10.0.0.1' })).toBe(false)
    },
  )

  test.each<[string, string[], string, boolean]>([
    ['the caller that a trusted proxy tells', ['127.0.0.1', '10.0.0.1'], '10.0.0.1', true],
    ['a caller elsewhere', ['127.0.0.1', '8.8.8.8'], '8.8.8.8', false],
    ['a caller behind two of them', ['127.0.0.1', '10.0.0.2', '10.0.0.1'], '10.0.0.1, 10.0.0.2', true],
    ['a proxy that is none of them', ['10.9.9.9'], '8.8.8.8', false],
    ['a proxy that is none of them, behind one', ['127.0.0.1', '10.9.9.9'], '8.8.8.8, 10.9.9.9', false],
  ])('behind trusted proxies: %s', (_what, ips, forwarded, expected) => {
    expect(may({ ips }, ips.at(-1)!, { 'x-forwarded-for': forwarded })).toBe(expected)
  })
})

describe('with a token', () => {
  const token = 'a-token-of-some-length'

  test('a caller with the token may read them from anywhere', () => {
    expect(
      may({ token }, '8.8.8.8', { authorization: `Bearer ${token}`, 'x-forwarded-for': '8.8.8.8' }),
    ).toBe(true)
  })

  test.each([undefined, token, 'Bearer', 'Bearer wrong', `Bearer ${token}x`])(
    '%s is nothing',
    (authorization) => {
      expect(may({ token }, '127.0.0.1', authorization === undefined ? {} : { authorization })).toBe(false)
    },
  )
})
