import { describe, expect, test } from 'vitest'
import { makeIntegrator, warrantyBody } from '../../support/integrator.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { startFileServer } from '../../support/server.ts'

const server = await startFileServer()
const ada = await makeIntegrator(server)

const CHUNKED = 'Transfer-Encoding: chunked'

/** A create with these framing headers; the body comes after them as it is given. */
const create = (framing: string[], body: string, version = '1.1') =>
  [
    `POST /api/v1/warranty HTTP/${version}`,
    'Host: x',
    `Authorization: Bearer ${ada.accessToken}`,
    'Content-Type: application/json',
    ...framing,
    '',
    body,
  ].join('\r\n')

/** What a front end that reads the length otherwise would let an attacker slip in. */
const SMUGGLED = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

const text = () => JSON.stringify(warrantyBody(ada.brand.id))

describe('is refused, and the connection closed:', () => {
  test.each<[string, () => string]>([
    ['length and chunks', () => create([`Content-Length: ${text().length}`, CHUNKED], chunked(text()))],
    ['chunks and length', () => create([CHUNKED, 'Content-Length: 4'], chunked(text()))],
    [
      'two lengths that differ',
      () => create(['Content-Length: 2', `Content-Length: ${text().length}`], text()),
    ],
    ['two lengths alike', () => create(['Content-Length: 2', 'Content-Length: 2'], '{}')],
    ['a list of lengths', () => create(['Content-Length: 2, 2'], '{}')],
    ['a length with a sign', () => create([`Content-Length: +${text().length}`], text())],
    ['a negative length', () => create(['Content-Length: -1'], text())],
    ['a length in hexadecimal', () => create(['Content-Length: 0x10'], text())],
    ['an unknown coding', () => create(['Transfer-Encoding: xchunked'], chunked(text()))],
    ['a coding after chunked', () => create(['Transfer-Encoding: chunked, identity'], chunked(text()))],
    ['a blank before the colon', () => create(['Transfer-Encoding : chunked'], chunked(text()))],
    ['a folded header', () => create(['Transfer-Encoding:\r\n chunked'], chunked(text()))],
    ['a chunk size that is none', () => create([CHUNKED], `zz\r\n${text()}\r\n0\r\n\r\n`)],
    ['a chunk size with a sign', () => create([CHUNKED], `-2\r\n{}\r\n0\r\n\r\n`)],
    ['a chunk longer than it says', () => create([CHUNKED], `2\r\n${text()}\r\n0\r\n\r\n`)],
    ['a bare LF after the chunk size', () => create([CHUNKED], `2\n{}\r\n0\r\n\r\n`)],
    ['bare LFs', () => create([`Content-Length: ${text().length}`], text()).replaceAll('\r\n', '\n')],
    ['a bare LF in the headers', () => create(['X-A: b\nX-B: c', 'Content-Length: 2'], '{}')],
    ['a bare CR in the headers', () => create(['X-A: b\rX-B: c', 'Content-Length: 2'], '{}')],
    ['a NUL in the headers', () => create(['X-A: b\0', 'Content-Length: 2'], '{}')],
    ['a header without a name', () => create([': b', 'Content-Length: 2'], '{}')],
    ['no protocol', () => 'GET /livez\r\n\r\n'],
    ['a protocol to come', () => 'GET /livez HTTP/3.0\r\nHost: x\r\n\r\n'],
    ['the start of TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ])('%s', async (_, request) => {
    const answer = await sendRaw(server.url, Buffer.from(request() + SMUGGLED, 'latin1'))
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(answer).toMatch(/\r\nConnection: close\r\n/i)
    const body = JSON.parse(answer.split('\r\n\r\n')[1]!)
    expect(body.error.message ?? body.error).toMatch(/\S/)
    expect((await ada.call('GET', '/warranty')).body.meta.pagination.total).toBe(0)
  })
})

test.each<[string, string]>([
  ['no Host', 'GET /livez HTTP/1.1'],
  ['two Hosts', 'GET /livez HTTP/1.1\r\nHost: a\r\nHost: b'],
  ['two Hosts alike', 'GET /livez HTTP/1.1\r\nHost: a\r\nhost: a'],
])('a request with %s is refused', async (_, head) => {
  const answer = await sendRaw(server.url, `${head}\r\nConnection: close\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({ error: expect.any(String), version: '0.2.0' })
})

test('HTTP/1.0 without a Host is served', async () => {
  expect(await sendRaw(server.url, 'GET /livez HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
})

test('an unknown expectation is ignored', async () => {
  const head = 'GET /livez HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\nConnection: close'
  expect(await sendRaw(server.url, `${head}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
})

test('an offer of another protocol is ignored', async () => {
  const head = 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c'
  expect(await sendRaw(server.url, `${head}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
})

test('chunked bodies and pipelined requests are served', async () => {
  const last = 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const answer = await sendRaw(server.url, create([CHUNKED], chunked(text())) + SMUGGLED + last)
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200', 'HTTP/1.1 200'])
})
