import { METHODS } from 'node:http'
import { describe, expect, test } from 'vitest'
import { sendRaw } from '../../support/raw-http.ts'
import { startFileServer } from '../../support/server.ts'
import { leadRefusal, plainRefusal, refusal } from '../errors.ts'

const server = await startFileServer()

const warranty = (status: number) => refusal(status, status === 405 ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND')

const PATHS = [
  { path: '/api/v1/auth/login', allow: 'POST, OPTIONS', refused: warranty },
  { path: '/api/v1/auth/refresh', allow: 'POST, OPTIONS', refused: warranty },
  { path: '/api/v1/auth/logout', allow: 'POST, OPTIONS', refused: warranty },
  { path: '/api/v1/warranty', allow: 'GET, HEAD, POST, OPTIONS', refused: warranty },
  { path: '/api/v1/warranty/ABC12345D404', allow: 'GET, HEAD, PATCH, OPTIONS', refused: warranty },
  { path: '/api/v1/warranty/short', allow: 'GET, HEAD, PATCH, OPTIONS', refused: warranty },
  { path: '/api/v1/warranty/ABC12345D404/transfer', allow: 'POST, OPTIONS', refused: warranty },
  { path: '/api/v1/warranty/ABC12345D404/history', allow: 'GET, HEAD, OPTIONS', refused: warranty },
  { path: '/api/v1/warranty/ABC12345D404/retry-sync', allow: 'POST, OPTIONS', refused: warranty },
  { path: '/dealer-locator', allow: 'GET, HEAD, OPTIONS', refused: plainRefusal },
  { path: '/lead-submission', allow: 'POST, OPTIONS', refused: leadRefusal },
  { path: '/warranty-registration', allow: 'POST, OPTIONS', refused: leadRefusal },
  { path: '/livez', allow: 'GET, HEAD, OPTIONS', refused: plainRefusal },
]

describe.each(PATHS)('$path', ({ path, allow, refused }) => {
  const wrong = METHODS.filter((method) => method !== 'CONNECT' && !allow.split(', ').includes(method))

  test('refuses every other method, without a token and whatever the body, and says which it takes', async () => {
    for (const method of wrong) {
      const headers = { 'content-type': 'text/plain' }
      const answer = await server.send(
        method,
        path,
        method === 'HEAD' || method === 'TRACE' ? {} : { raw: '{', headers },
      )
      const expected = method === 'HEAD' ? { status: 405 } : refused(405)
      expect(answer, method).toMatchObject(expected)
      expect(answer.headers.allow, method).toBe(allow)
    }
  })

  test('answers OPTIONS with 204 and Allow', async () => {
    const answer = await server.send('OPTIONS', path)
    expect(answer).toMatchObject({ status: 204, headers: { allow }, text: '' })
  })
})

test.each([
  ['/livez', 200],
  ['/api/v1/warranty', 401],
  ['/dealer-locator', 401],
  ['/nowhere', 404],
])('HEAD %s is answered as GET is, without the body', async (path, status) => {
  const get = await server.send('GET', path)
  const head = await server.send('HEAD', path)
  expect(head).toMatchObject({ status, text: '' })
  for (const name of ['content-type', 'content-length', 'www-authenticate']) {
    expect(head.headers[name], name).toBe(get.headers[name])
  }
})

test.each<[string, (status: number) => object]>([
  ['/api/v1', warranty],
  ['/api/v1/nowhere', warranty],
  ['/api/v1/warranty/ABC12345D404/nowhere', warranty],
  ['/api/v1/auth', warranty],
  ['/dealer-locator/nowhere', plainRefusal],
  ['/lead-submission/nowhere', leadRefusal],
  ['/warranty-registration/nowhere', leadRefusal],
  ['/', plainRefusal],
  ['/nowhere', plainRefusal],
  ['/api/v10', plainRefusal],
  ['/lead-submissions', plainRefusal],
])(
  'an unknown path, %s, is 404 in the shape of its interface, whatever comes with it',
  async (path, refused) => {
    expect(await server.send('GET', path)).toMatchObject(refused(404))
    for (const method of ['POST', 'PATCH', 'DELETE', 'PROPFIND']) {
      const sent = { raw: '{', headers: { 'content-type': 'text/plain', authorization: 'Bearer x' } }
      expect(await server.send(method, path, sent), method).toMatchObject(refused(404))
    }
  },
)

test('a path is taken as it is: no other case, no doubled slash, no dots', async () => {
  for (const path of ['/API/V1/warranty', '//api/v1/warranty', '/Dealer-Locator', '/livez/']) {
    expect(await server.send('GET', path), path).toMatchObject({ status: 404 })
  }
  const climbing = await sendRaw(
    server.url,
    'GET /x/../livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  expect(climbing).toMatch(/^HTTP\/1\.1 404 /)
})

test.each(['TRACE', 'FOO', 'get', 'CONNECT', 'PRI', 'G\u00cbT'])(
  '%s is refused and nothing echoed',
  async (method) => {
    const headers = 'Host: x\r\nX-Secret: hush-hush\r\nConnection: close'
    const answer = await sendRaw(
      server.url,
      Buffer.from(`${method} /livez HTTP/1.1\r\n${headers}\r\n\r\n`, 'latin1'),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 (4\d\d|501) /)
    expect(answer).toMatch(/\r\nX-Request-Id: \S/i)
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({ error: expect.any(String), version: '0.2.0' })
    expect(answer).not.toContain('hush')
    expect(await server.isReady()).toBe(true)
  },
)
