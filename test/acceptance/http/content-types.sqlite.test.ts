import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makeIntegrator, newHin, warrantyBody } from '../../support/integrator.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { startFileServer } from '../../support/server.ts'
import { leadRefusal, refusal } from '../errors.ts'

const server = await startFileServer()
const ada = await makeIntegrator(server)
const hin = newHin()
await ada.register({ hin })

const post = (raw: string | Uint8Array, headers: Record<string, string>) =>
  ada.call('POST', '/warranty', { raw, headers })

const body = () => JSON.stringify(warrantyBody(ada.brand.id))

const JSON_TYPED = { 'content-type': 'application/json' }
const UNSUPPORTED = refusal(415, 'UNSUPPORTED_MEDIA_TYPE')

describe.each([
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/json, text/plain',
  'application/json; charset=iso-8859-1',
  'application/json; charset=utf-16',
  'json',
  '*/*',
])('Content-Type %s', (type) => {
  test('is refused by the warranty interface', async () => {
    expect(await post(body(), { 'content-type': type })).toMatchObject(UNSUPPORTED)
  })

  test('is refused by lead submission', async () => {
    const headers = { 'content-type': type, 'x-api-token': ada.apiToken }
    const answer = await server.send('POST', '/lead-submission', { raw: body(), headers })
    expect(answer).toMatchObject(leadRefusal(415))
  })
})

test('a body without a Content-Type is refused', async () => {
  expect(await post(body(), {})).toMatchObject(UNSUPPORTED)
})

// What a client library would not let through is written to the socket.
describe.each([
  ['application/json; charset=utf-8'],
  ['application/json;charset="UTF-8"'],
  ['APPLICATION/JSON'],
  ['application/vnd.api+json'],
  ['application/json; version=1'],
  ['application/json;'],
  ['application/json ; '],
  ['application/json\t'],
  ['  application/json'],
  ['application/json;;'],
])('Content-Type %s', (type) => {
  const send = async (text: string) => {
    const head = `POST /api/v1/warranty HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.accessToken}`
    const framing = `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close`
    return sendRaw(server.url, `${head}\r\nContent-Type:${type}\r\n${framing}\r\n\r\n${text}`)
  }

  test('is taken', async () => {
    expect(await send(body())).toMatch(/^HTTP\/1\.1 201 /)
  })

  test('spares nothing the validation', async () => {
    expect(await send('{"hin":7}')).toMatch(/^HTTP\/1\.1 422 /)
  })
})

test.each(['gzip', 'br', 'deflate', 'x-unknown'])(
  'a body in Content-Encoding %s is refused',
  async (encoding) => {
    const raw = encoding === 'gzip' ? gzipSync(body()) : body()
    expect(await post(raw, { ...JSON_TYPED, 'content-encoding': encoding })).toMatchObject(UNSUPPORTED)
  },
)

test('Content-Encoding identity is no encoding', async () => {
  expect(await post(body(), { ...JSON_TYPED, 'content-encoding': 'identity' })).toMatchObject({ status: 201 })
})

test.each<[string, (text: string) => Uint8Array]>([
  ['a byte that is no UTF-8', (text) => Buffer.from(text.replace('Rivers', 'R\u00efvers'), 'latin1')],
  ['a cut sequence', (text) => replaceBytes(text, [0xe2, 0x82])],
  ['an overlong form', (text) => replaceBytes(text, [0xc0, 0xaf])],
  ['an encoded surrogate', (text) => replaceBytes(text, [0xed, 0xa0, 0x80])],
  ['UTF-16 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 without one', (text) => Buffer.from(text, 'utf16le')],
])('%s is no JSON', async (_, encode) => {
  expect(await post(encode(body()), JSON_TYPED)).toMatchObject(refusal(400, 'INVALID_JSON'))
})

test('a byte order mark before UTF-8 is ignored', async () => {
  expect(await post(`\ufeff${body()}`, JSON_TYPED)).toMatchObject({ status: 201 })
})

test.each([
  ['JSON', 'application/json'],
  ['a form, as some clients do,', 'application/x-www-form-urlencoded'],
])('retry-sync with nothing in it, typed as %s succeeds', async (_, type) => {
  for (const sent of [{ raw: '' }, {}]) {
    const answer = await ada.call('POST', `/warranty/${hin}/retry-sync`, {
      ...sent,
      headers: { 'content-type': type },
    })
    expect(answer).toMatchObject({ status: 200 })
  }
})

test('retry-sync passes over an empty object, and over no body at all', async () => {
  for (const sent of [{ body: {} }, {}]) {
    expect(await ada.call('POST', `/warranty/${hin}/retry-sync`, sent)).toMatchObject({ status: 200 })
  }
})

/** The text with the owner's name in bytes. */
function replaceBytes(text: string, bytes: number[]): Buffer {
  const [before = '', after = ''] = text.split('Rivers')
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
}
