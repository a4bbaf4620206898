import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Integrator, makeIntegrator } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let ada: Integrator

beforeAll(async () => {
  server = await startServer()
  ada = await makeIntegrator(server)
})
afterAll(() => server[Symbol.asyncDispose]())

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
])('17 a request id with %s is replaced', async (_, id) => {
  const given = (await answerTo(id)).headers['x-request-id']
  expect(given).toMatch(/^[\w-]{8,64}$/)
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
