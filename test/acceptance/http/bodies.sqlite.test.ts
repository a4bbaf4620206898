import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { makeIntegrator, newHin, warrantyBody } from '../../support/integrator.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { startFileServer } from '../../support/server.ts'
import { leadRefusal, refusal } from '../errors.ts'

const server = await startFileServer()
const ada = await makeIntegrator(server)

const JSON_TYPED = { 'content-type': 'application/json' }
const MIB = 1_048_576
/** A request after which the connection ends. */
const LAST = 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

const ENDPOINTS = [
  ['POST', '/api/v1/auth/login'],
  ['POST', '/api/v1/auth/refresh'],
  ['POST', '/api/v1/auth/logout'],
  ['POST', '/api/v1/warranty'],
  ['PATCH', '/api/v1/warranty/ABC12345D404'],
  ['POST', '/api/v1/warranty/ABC12345D404/transfer'],
  ['POST', '/api/v1/warranty/ABC12345D404/retry-sync'],
  ['POST', '/lead-submission'],
  ['POST', '/warranty-registration'],
] as const

describe.each(ENDPOINTS)('%s %s', (method, path) => {
  const isLead = !path.startsWith('/api/v1/')
  const send = (raw: string) => {
    const tokens = { 'x-api-token': ada.apiToken, authorization: `Bearer ${ada.accessToken}` }
    return server.send(method, path, { raw, headers: { ...JSON_TYPED, ...tokens } })
  }

  test.each(['{', '{"a":1,}', 'undefined', "{'a':1}", '{"a":1}{}', '\u0000', 'NaN'])(
    'refuses %j as no JSON',
    async (raw) => {
      expect(await send(raw)).toMatchObject(isLead ? leadRefusal(400) : refusal(400, 'INVALID_JSON'))
    },
  )

  test.each(['null', '[]', '[{}]', '"text"', '7', 'true'])('refuses %j as no object', async (raw) => {
    expect(await send(raw)).toMatchObject(isLead ? leadRefusal(400) : refusal(422, 'VALIDATION_ERROR'))
  })

  test.each([
    ['20,000 levels', '['.repeat(20_000)],
    ['20,000 levels in a field', `{"a":${'{"a":'.repeat(20_000)}`],
    ['33 levels', `${'{"a":'.repeat(32)}{}${'}'.repeat(32)}`],
    ['the key __proto__', '{"__proto__":{"polluted":true}}'],
    ['the key __proto__, escaped', '{"\\u005f_proto__":{"polluted":true}}'],
    ['constructor.prototype', '{"a":{"constructor":{"prototype":{"polluted":true}}}}'],
  ])('refuses %s', async (_, raw) => {
    expect(await send(raw)).toMatchObject(
      isLead ? leadRefusal(400) : { status: 400, body: { success: false } },
    )
  })

  test('refuses a body of 2 MB, announced or not', async () => {
    const announced = await send(JSON.stringify({ a: 'x'.repeat(2_000_000) }))
    expect(announced).toMatchObject(isLead ? leadRefusal(413) : refusal(413, 'BODY_TOO_LARGE'))
    const token = isLead ? `X-API-Token: ${ada.apiToken}` : `Authorization: Bearer ${ada.accessToken}`
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\n${token}\r\nContent-Type: application/json`
    const chunk = `100000\r\n${' '.repeat(MIB)}\r\n`
    const answer = await sendRaw(
      server.url,
      `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n${LAST}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })
})

test('a body of 1 MiB is taken, one byte more is not', async () => {
  const text = JSON.stringify(warrantyBody(ada.brand.id))
  const send = (length: number) =>
    ada.call('POST', '/warranty', { raw: text.padEnd(length), headers: JSON_TYPED })
  expect(await send(MIB + 1)).toMatchObject(refusal(413, 'BODY_TOO_LARGE'))
  expect(await send(MIB)).toMatchObject({ status: 201 })
})

describe('a client that reads only when it has sent everything', () => {
  const announced = `Content-Length: ${8 * MIB}\r\n\r\n${' '.repeat(8 * MIB)}`
  const inChunks = `Transfer-Encoding: chunked\r\n\r\n800000\r\n${' '.repeat(8 * MIB)}\r\n0\r\n\r\n`

  /** What comes first when all has been sent. */
  async function answerTo(first: string, token: string, rest: string): Promise<string> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const head = `POST /lead-submission ${first}\r\nHost: x\r\nX-API-Token: ${token}\r\nContent-Type: application/json`
    await new Promise<void>((sent, failed) => {
      socket.on('error', failed)
      socket.write(`${head}\r\n${rest}`, () => sent())
    })
    for await (const text of socket.setEncoding('latin1')) return text
    return ''
  }

  test.each([
    ['HTTP/1.1', announced],
    ['HTTP/1.1', inChunks],
    ['HTTP/1.1\r\nConnection: close', announced],
    ['HTTP/1.1\r\nConnection: close', inChunks],
    ['HTTP/1.0', announced],
  ])('learns that it is too much (%j, case %#)', async (first, rest) => {
    expect(await answerTo(first, ada.apiToken, rest)).toMatch(/^HTTP\/1\.1 413 /)
  })

  test.each(['HTTP/1.1', 'HTTP/1.1\r\nConnection: close', 'HTTP/1.0'])(
    'learns that it is not let in (%j)',
    async (first) => {
      expect(await answerTo(first, 'nobody', announced)).toMatch(/^HTTP\/1\.1 401 /)
    },
  )
})

test('a body in another transfer coding than chunked is refused', async () => {
  const head = 'POST /lead-submission HTTP/1.1\r\nHost: x\r\nConnection: close'
  const answer = await sendRaw(server.url, `${head}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*Transfer-Encoding/s)
})

test('a connection continues after an unread body', async () => {
  const big = 'x'.repeat(200_000)
  const unread = `POST /api/v1/warranty HTTP/1.1\r\nHost: x\r\nContent-Length: ${big.length}\r\n\r\n${big}`
  const answer = await sendRaw(server.url, `${unread}${LAST}`)
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(answer).toMatch(/\r\nHTTP\/1\.1 200 |\}HTTP\/1\.1 200 /)
})

test('thirty-two levels pass', async () => {
  // The root and custom_fields are two of them.
  const deep = JSON.parse(`${'{"a":'.repeat(29)}{}${'}'.repeat(29)}`)
  expect(await ada.submitLead({ custom_fields: deep })).toMatchObject({ status: 200 })
})

test('the last value of a duplicate key is used', async () => {
  const hin = newHin()
  const text = JSON.stringify(warrantyBody(ada.brand.id, { hin })).replace('{', '{"hin":"short",')
  const answer = await ada.call('POST', '/warranty', { raw: text, headers: JSON_TYPED })
  expect(answer).toMatchObject({ status: 201, body: { data: { hin } } })
})

test('a text or object named constructor is allowed in custom_fields', async () => {
  const custom_fields = { constructor: 'Tidewater', prototype: { constructor: { name: 'x' } } }
  expect(await ada.submitLead({ custom_fields })).toMatchObject({ status: 200 })
})

test('refused bodies have changed no object of the server', async () => {
  await server.send('POST', '/api/v1/auth/login', {
    raw: '{"__proto__":{"email":"a@example.com"}}',
    headers: JSON_TYPED,
  })
  const answer = await server.send('POST', '/api/v1/auth/login', { body: {} })
  expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toContain('email')
})
