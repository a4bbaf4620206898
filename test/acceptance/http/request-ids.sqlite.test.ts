import { describe, expect, test } from 'vitest'
import { makeIntegrator } from '../../support/integrator.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { startFileServer } from '../../support/server.ts'

const server = await startFileServer()
const ada = await makeIntegrator(server)

const answerTo = (id: string) => server.send('GET', '/livez', { headers: { 'x-request-id': id } })

test.each([
  'a',
  '7',
  'req-2025_01.a:b+c/d=',
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '6c84fb90-12c4-11e1-840d-7b25c5ee775a',
  'x'.repeat(128),
])("a caller's own request id, %.30s, comes back", async (id) => {
  expect((await answerTo(id)).headers['x-request-id']).toBe(id)
})

test.each([
  ['a blank', 'a b'],
  ['markup', '<script>'],
  ['a quote', 'a"b'],
  ['a comma', 'a,b'],
  ['129 characters', 'x'.repeat(129)],
  ['10,000 characters', 'x'.repeat(10_000)],
  ['a letter beyond ASCII', 'r\u00e9q'],
  ['an escape sequence', '\t[31m'],
  ['nothing', ''],
])('a request id with %s is replaced', async (_, id) => {
  const given = (await answerTo(id)).headers['x-request-id']
  expect(given).toMatch(/^[\w-]{8,64}$/)
})

describe('broken HTTP', () => {
  const head = (...lines: string[]) => ['POST /api/v1/warranty HTTP/1.1', 'Host: x', ...lines].join('\r\n')
  const OWN = 'X-Request-Id: mine-1'
  const idOf = async (request: string) =>
    /\r\nX-Request-Id: (.*)\r\n/i.exec(await sendRaw(server.url, Buffer.from(request, 'latin1')))?.[1]

  test.each([
    ['two lengths', head(OWN, 'Content-Length: 2', 'Content-Length: 2\r\n\r\n{}')],
    ['a line that is no header', head(OWN, 'nonsense\r\n\r\n')],
    ['a chunk size that is none', head(OWN, 'Transfer-Encoding: chunked\r\n\r\nzz\r\n')],
    ['CONNECT', `CONNECT a:80 HTTP/1.1\r\nHost: a\r\n${OWN}\r\n\r\n`],
  ])('with %s has the id that came before the error', async (_, request) => {
    expect(await idOf(request)).toBe('mine-1')
  })

  test.each([
    ['behind the fault', head('nonsense', `${OWN}\r\n\r\n`)],
    ['of a verb that is none', `FOO / HTTP/1.1\r\n${OWN}\r\n\r\n`],
    ['within a header', head(`X-A: ${OWN}`, 'nonsense\r\n\r\n')],
    ['that is cut off', head(`${OWN}\0\r\n\r\n`)],
    ['that is not sane', head('X-Request-Id: a b', 'nonsense\r\n\r\n')],
    ['given twice', head(OWN, OWN, 'nonsense\r\n\r\n')],
  ])('has a new id instead of one %s', async (_, request) => {
    expect(await idOf(request)).toMatch(/^(?!mine)[\w-]{8,64}$/)
  })
})

test('every request without an id gets one of its own', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => server.send('GET', '/livez')))
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(5)
})

test.each([
  ['a success', 'GET', '/api/v1/warranty', 200],
  ['401', 'GET', '/dealer-locator', 401],
  ['404', 'GET', '/nowhere', 404],
  ['405', 'PUT', '/livez', 405],
  ['400 for the path', 'GET', '/%zz', 400],
  ['422', 'GET', '/api/v1/warranty/short', 422],
])('%s bears the id', async (_, method, path, status) => {
  const headers = { 'x-request-id': 'abc-123', authorization: `Bearer ${ada.accessToken}` }
  expect(await server.send(method, path, { headers })).toMatchObject({
    status,
    headers: { 'x-request-id': 'abc-123' },
  })
})
