import { describe, expect, test } from 'vitest'
import { createMetricsAccess } from './metrics-access.ts'

/** Whether somebody may read the metrics. */
function may(
  options: { token?: string; behindProxies?: boolean },
  ip: string,
  headers: Record<string, string> = {},
): boolean {
  const check = createMetricsAccess({ token: options.token, behindProxies: options.behindProxies ?? false })
  try {
    check({ headers, ip })
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

  test.each(['x-forwarded-for', 'forwarded'])('nobody may through a proxy that adds %s', (name) => {
    expect(may({}, '127.0.0.1', { [name]: '10.0.0.1' })).toBe(false)
  })

  test('behind trusted proxies the address that they tell counts', () => {
    const headers = { 'x-forwarded-for': 'whatever' }
    expect(may({ behindProxies: true }, '10.0.0.1', headers)).toBe(true)
    expect(may({ behindProxies: true }, '8.8.8.8', headers)).toBe(false)
  })
})

describe('with a token', () => {
  const token = 'a-token-of-some-length'

  test('whoever bears it may, from anywhere', () => {
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
