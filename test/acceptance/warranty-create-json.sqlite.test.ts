import { describe, expect, test } from 'vitest'
import { expectData, expectError } from '../support/envelope.ts'
import { makeIntegrator, warrantyBody } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'

const server = await startFileServer()
/** For tests whose warranties nobody else looks for. */
const integrator = await makeIntegrator(server)

function sendRaw(raw: string | Uint8Array, headers = { 'content-type': 'application/json' }) {
  return integrator.call('POST', '/warranty', { raw, headers })
}

/** The text of a valid body into which `member` is put first. */
function bodyWith(member: string): string {
  return JSON.stringify(warrantyBody(integrator.brand.id)).replace('{', `{${member},`)
}

describe('the JSON itself', () => {
  const hugeNumber = (field: string, text: string): [string, string] => [`"${field}":${text}`, field]

  test.each([
    ...['1e400', '-1e400', '9007199254740993', '9223372036854775808'].map((text) =>
      hugeNumber('brand_id', text),
    ),
    ...['1e400', '9007199254740993'].map((text) => hugeNumber('warranty_duration_months', text)),
    ...['1e400', '9007199254740993'].map((text) => hugeNumber('unknown_field', text)),
  ])('%s is 422', async (member, field) => {
    const body = JSON.parse(bodyWith('"x":1'))
    delete body[field]
    delete body.x
    const answer = await sendRaw(JSON.stringify(body).replace('{', `{${member},`))
    expectError(answer, 422, 'VALIDATION_ERROR', field)
  })

  test.each([2 ** 31, 2 ** 32, 2 ** 53 - 1, -1, 0])('brand %i is a brand not held', async (brand_id) => {
    expectError(await integrator.register({ brand_id }), 403, 'BRAND_NOT_PERMITTED')
  })

  test('nesting of 20,000 and of 33 levels is 400; 32 levels pass', async () => {
    const nested = (levels: number) => bodyWith(`"deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`)
    expectError(await sendRaw(nested(20_000)), 400, 'BAD_REQUEST')
    expectError(await sendRaw(nested(33)), 400, 'BAD_REQUEST')
    expectData(await sendRaw(nested(32)), 201)
  })

  test('the last of duplicate keys is used', async () => {
    const data = expectData(await sendRaw(bodyWith('"model":"first"')), 201)
    expect(data.model).toBe('Tidewater 24')
  })

  test.each(['"__proto__":{"model":"x"}', '"constructor":{"prototype":{"x":1}}', '"a":{"__proto__":1}'])(
    '%s is 400',
    async (member) => expectError(await sendRaw(bodyWith(member)), 400, 'BAD_REQUEST'),
  )

  test('a text named constructor does no harm', async () => {
    expectData(await sendRaw(bodyWith('"constructor":"x"')), 201)
  })

  test.each(['', ' ', '{', '{"a":1', "{'a':1}", '{"a":1,}', 'NaN', 'undefined', '{"a":\u0000}', '<xml/>'])(
    'INVALID_JSON: %j',
    async (raw) => expectError(await sendRaw(raw), 400, 'INVALID_JSON'),
  )

  test.each(['null', '[]', '7', '"text"', 'true'])('%s is JSON and no warranty: 422', async (raw) => {
    expectError(await sendRaw(raw), 422, 'VALIDATION_ERROR')
  })

  test('INVALID_JSON: bytes that are not UTF-8; a byte order mark is no error', async () => {
    const body = bodyWith('"x":1')
    const latin1 = Buffer.from(body.replace('Rivers', 'Müller'), 'latin1')
    expectError(await sendRaw(latin1), 400, 'INVALID_JSON')
    expectData(await sendRaw(`\ufeff${body}`), 201)
  })

  test('BODY_TOO_LARGE: more than 1 MiB', async () => {
    const pad = (bytes: number) => {
      const empty = bodyWith('"pad":""')
      return empty.replace('"pad":""', `"pad":"${'x'.repeat(bytes - Buffer.byteLength(empty))}"`)
    }
    expectData(await sendRaw(pad(1 << 20)), 201)
    expectError(await sendRaw(pad((1 << 20) + 1)), 413, 'BODY_TOO_LARGE')
    expectError(await sendRaw(pad(2 << 20)), 413, 'BODY_TOO_LARGE')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/xml',
    '',
  ])('UNSUPPORTED_MEDIA_TYPE: %j', async (type) => {
    const answer = await sendRaw(bodyWith('"x":1'), { 'content-type': type })
    expectError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
  })
})
