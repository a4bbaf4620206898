import { describe, expect, test } from 'vitest'
import { makeIntegrator, newHin } from '../../support/integrator.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { startFileServer } from '../../support/server.ts'
import { leadRefusal, plainRefusal, refusal } from '../errors.ts'

const server = await startFileServer()
const ada = await makeIntegrator(server)
const hin = newHin()
await ada.register({ hin })

/** Sends the target as it stands: client libraries would tidy it up. */
async function send(target: string, method = 'GET') {
  const tokens = `Authorization: Bearer ${ada.accessToken}\r\nX-API-Token: ${ada.apiToken}`
  const text = await sendRaw(
    server.url,
    `${method} ${target} HTTP/1.1\r\nHost: x\r\n${tokens}\r\nConnection: close\r\n\r\n`,
  )
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const lines = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': '))
  const headers = Object.fromEntries(lines.map(([name = '', value]) => [name.toLowerCase(), value]))
  return { status: Number(head.split(' ')[1]), headers, body: JSON.parse(body) }
}

describe.each([
  ['%zz', 400],
  ['%', 400],
  ['%c0%af', 400],
  ['%e9', 400],
  ['%ed%a0%80', 400],
  ['a'.repeat(20_000), 414],
])('a path with %.12s', (part, status) => {
  test.each<[string, string, (status: number) => object]>([
    [
      'GET',
      '/api/v1/warranty/',
      (status) => refusal(status, status === 400 ? 'BAD_REQUEST' : 'URI_TOO_LONG'),
    ],
    ['POST', '/lead-submission/', leadRefusal],
    ['GET', '/dealer-locator/', plainRefusal],
    ['GET', '/', plainRefusal],
  ])(`is refused: %s %s`, async (method, prefix, refused) => {
    const answer = await send(prefix + part, method)
    expect(answer).toMatchObject(refused(status))
    expect(answer.headers['x-request-id']).toMatch(/\S/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })
})

test.each([
  ['%zz', 400],
  ['%c0%af', 400],
  ['a'.repeat(20_000), 414],
])('a query with %.12s is refused', async (part, status) => {
  const code = status === 400 ? 'BAD_REQUEST' : 'URI_TOO_LONG'
  expect(await send(`/api/v1/warranty?hin=${part}`)).toMatchObject(refusal(status, code))
  expect(await send(`/dealer-locator?brand=${part}`)).toMatchObject(plainRefusal(status))
  expect(await send(`/lead-submission?x=${part}`, 'POST')).toMatchObject(leadRefusal(status))
})

test('a URL that is too long and broken behind all limits is refused in the shape of its interface', async () => {
  expect(await send(`/lead-submission?a=${'a'.repeat(9_000)}\u0011`, 'POST')).toMatchObject(leadRefusal(400))
})

test('a URL beyond all header limits is refused with a body', async () => {
  expect(await send(`/api/v1/warranty/${'a'.repeat(100_000)}`)).toMatchObject({
    status: 431,
    body: { error: expect.any(String) },
  })
})

const HINS = [
  ['101 characters', 'A'.repeat(101)],
  ['1,000 characters', 'A'.repeat(1_000)],
  ['an encoded slash', 'AB%2F345678901'],
  ['dots and an encoded slash', '..%2f..%2fabcdef'],
  ['an encoded NUL', 'ABC123456%00AB'],
  ['an encoded line end', 'ABC12345D404%0a'],
  ['an encoded blank', '%20ABC12345D404'],
  ['full-width digits', encodeURIComponent('ABC12345D40\uff14')],
  ['an encoded percent sign', 'ABC12345D4%25'],
]

test.each(HINS)('%s for a HIN is no HIN', async (_, part) => {
  for (const end of ['', '/history']) {
    expect(await send(`/api/v1/warranty/${part}${end}`)).toMatchObject(refusal(422, 'INVALID_HIN_FORMAT'))
  }
  for (const end of ['/transfer', '/retry-sync']) {
    const sent = { body: { contact: {} } }
    const answer = await ada.call('POST', `/warranty/${part}${end}`, sent)
    expect(answer).toMatchObject(refusal(422, 'INVALID_HIN_FORMAT'))
  }
})

test('nothing for a HIN is no HIN, where something follows', async () => {
  expect(await send('/api/v1/warranty//history')).toMatchObject(refusal(422, 'INVALID_HIN_FORMAT'))
})

describe('one slash at the end of a path changes nothing:', () => {
  test.each(['/api/v1/warranty', '/api/v1/warranty/HIN', '/api/v1/warranty/HIN/history'])(
    '%s/',
    async (template) => {
      const path = template.replace('HIN', hin)
      const withSlash = await send(`${path}/?brand_id=${ada.brand.id}`)
      const without = await send(`${path}?brand_id=${ada.brand.id}`)
      expect(withSlash.status).toBe(200)
      expect(withSlash.body.data).toEqual(without.body.data)
    },
  )

  test('/dealer-locator/', async () => {
    const headers = { 'x-api-token': ada.apiToken }
    const query = `?brand=${ada.brand.slug}&country=US&postal_code=75067`
    const withSlash = await server.send('GET', `/dealer-locator/${query}`, { headers })
    expect(withSlash).toMatchObject({ status: 200, body: { dealers: [] } })
  })

  test('/lead-submission/, to which a request may be repeated without the slash', async () => {
    const headers = { 'x-api-token': ada.apiToken, 'idempotency-key': 'slash' }
    const contact = { contact_email: 'slash@example.com' }
    const body = { brand: ada.brand.slug, contact_category: 'general', contact }
    const first = await server.send('POST', '/lead-submission/', { headers, body })
    expect(first.status).toBe(200)
    const again = await server.send('POST', '/lead-submission', { headers, body })
    expect(again).toMatchObject({
      status: 200,
      body: first.body,
      headers: { 'idempotency-replayed': 'true' },
    })
  })

  test('but two are a path of their own', async () => {
    expect(await send('/lead-submission//')).toMatchObject(leadRefusal(404))
  })
})

test('a HIN may be percent-encoded where it need not be', async () => {
  const encoded = [...hin].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  expect(await send(`/api/v1/warranty/${encoded}`)).toMatchObject({ status: 200, body: { data: { hin } } })
})

test('a path with a letter as its escape is refused in the shape of its interface', async () => {
  expect(await send('/%61pi/v1/warranty?brand_id=x')).toMatchObject(refusal(422, 'VALIDATION_ERROR'))
  expect(await send('/%61pi/v1/nowhere')).toMatchObject(refusal(404, 'NOT_FOUND'))
})

test.each<[string, string]>([
  ['twice', 'brand_id=1&brand_id=1'],
  ['twice, once encoded', 'brand_id=1&brand%5fid=1'],
  ['as a list', 'brand_id[]=1'],
  ['as an object', 'brand_id%5Ba%5D=1'],
  ['with a NUL', 'brand_id=%00'],
  ['with a lone surrogate', 'hin=%ed%a0%80'],
])('a parameter given %s is refused', async (_, query) => {
  for (const path of ['/api/v1/warranty', `/api/v1/warranty/${hin}`, `/api/v1/warranty/${hin}/history`]) {
    expect(await send(`${path}?${query}`)).toMatchObject(refusal(400, 'BAD_REQUEST'))
  }
  expect(await send(`/dealer-locator?${query}`)).toMatchObject(plainRefusal(400))
})

test('a target that names its host is read by its path', async () => {
  expect(await send('http://elsewhere.example/api/v1/warranty')).toMatchObject({ status: 200 })
  expect(await send('http://elsewhere.example/api/v1/nowhere')).toMatchObject(refusal(404, 'NOT_FOUND'))
  expect(await send('http://elsewhere.example/lead-submission')).toMatchObject(leadRefusal(405))
})
