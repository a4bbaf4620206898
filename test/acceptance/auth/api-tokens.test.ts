import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startFileServer, type TestServer } from '../../support/server.ts'
import { leadRefusal, plainRefusal } from '../errors.ts'

const BRANDS = ['api-token-brand', 'api-token-other']
const TOKEN = 'a-token-of-the-tests-own-0123456789'

const server = await startFileServer()
const both = ['dealer-locator', 'lead-submission']
const applied = await server.apply({
  brands: BRANDS.map((slug) => ({ slug, name: slug })),
  api_tokens: [
    { name: 'given', token: TOKEN, brands: BRANDS, scopes: both },
    { name: 'locator-only', brands: BRANDS, scopes: ['dealer-locator'] },
    { name: 'leads-only', brands: BRANDS, scopes: ['lead-submission'] },
    { name: 'one-brand', brands: [BRANDS[0]], scopes: both },
    { name: 'no-brand', brands: [], scopes: both },
    { name: 'revoked', brands: BRANDS, scopes: both },
    { name: 'replaced', brands: BRANDS, scopes: both },
  ],
})
/** The tokens' texts by name. */
const tokens = Object.fromEntries(applied.api_tokens.map(({ name, token }) => [name, token]))
tokens.given = TOKEN

interface Interface {
  name: string
  send(headers: Record<string, string>, brand?: string, query?: string): ReturnType<TestServer['send']>
  refusal(status: number): object
}

const interfaces: Interface[] = [
  {
    name: 'the dealer locator',
    send: (headers, brand = BRANDS[0]!, query = '') =>
      server.send('GET', `/dealer-locator?brand=${brand}&postal_code=75067&country=US${query}`, { headers }),
    refusal: plainRefusal,
  },
  {
    name: 'lead submission',
    send: (headers, brand = BRANDS[0]!, query = '') =>
      server.send('POST', `/lead-submission?${query}`, {
        headers,
        body: { brand, contact_category: 'other', contact: { contact_email: 'ada@example.com' } },
      }),
    refusal: leadRefusal,
  },
]

const bearing = (token: string | undefined) => ({ 'x-api-token': token ?? '' })

describe.each(interfaces)('$name', ({ name, send, refusal }) => {
  test.each([
    ['none', {}],
    ['an empty one', bearing('')],
    ['a wrong one', bearing('x'.repeat(TOKEN.length))],
    ['one that lacks its last character', bearing(TOKEN.slice(0, -1))],
    ['one in another case', bearing(TOKEN.toUpperCase())],
    ['its digest', bearing(createHash('sha256').update(TOKEN).digest('hex'))],
    ['another beside it', bearing(`${TOKEN}, ${TOKEN}`)],
    ['bytes beyond ASCII', bearing('\u00e9'.repeat(30))],
    ['10,000 characters', bearing('x'.repeat(10_000))],
    ['it as a bearer token', { authorization: `Bearer ${TOKEN}` }],
  ])('refuses for a token %s', async (_, headers) => {
    const answer = await send(headers)
    expect(answer).toMatchObject(refusal(401))
    expect(answer.headers['www-authenticate']).toMatch(/\S/)
  })

  test.each(['token', 'api_token', 'x-api-token', 'X-API-Token'])(
    'does not look at a token in the URL as %s',
    async (parameter) => {
      expect(await send({}, BRANDS[0], `&${parameter}=${TOKEN}`)).toMatchObject(refusal(401))
    },
  )

  test('takes a token that was given and one that was made', async () => {
    expect(tokens['one-brand']).toMatch(/^[\w-]{24,}$/)
    for (const token of [tokens.given, tokens['one-brand']]) {
      expect(await send(bearing(token))).toMatchObject({ status: 200 })
    }
  })

  test('refuses a token without this brand or this scope', async () => {
    const other = name === 'lead submission' ? 'locator-only' : 'leads-only'
    expect(await send(bearing(tokens['one-brand']), BRANDS[1])).toMatchObject(refusal(403))
    expect(await send(bearing(tokens['no-brand']))).toMatchObject(refusal(403))
    expect(await send(bearing(tokens[other]))).toMatchObject(refusal(403))
  })
})

test('a token ends, or loses what it opened, without a restart', async () => {
  for (const { send } of interfaces) {
    for (const name of ['revoked', 'replaced', 'given']) {
      expect(await send(bearing(tokens[name]))).toMatchObject({ status: 200 })
    }
  }
  const next = 'another-token-of-the-tests-0123456789'
  await server.apply({
    api_tokens: [
      { name: 'revoked', scopes: [] },
      { name: 'replaced', token: next },
      { name: 'given', brands: [BRANDS[1]] },
    ],
  })
  const seen = async () => (await interfaces[0]!.send(bearing(tokens.revoked))).status
  await expect.poll(seen, { timeout: 2_000 }).toBe(403)
  for (const { send, refusal } of interfaces) {
    expect(await send(bearing(tokens.revoked))).toMatchObject(refusal(403))
    expect(await send(bearing(tokens.replaced))).toMatchObject(refusal(401))
    expect(await send(bearing(next))).toMatchObject({ status: 200 })
    expect(await send(bearing(TOKEN), BRANDS[0])).toMatchObject(refusal(403))
    expect(await send(bearing(TOKEN), BRANDS[1])).toMatchObject({ status: 200 })
  }
})

test('neither the log nor the embedded database holds a token', () => {
  const folder = server.database.env.DATA_DIR
  const files = readdirSync(folder).filter((name) => name.startsWith('transom'))
  for (const text of [server.output, ...files.map((name) => readFileSync(join(folder, name), 'latin1'))]) {
    for (const token of Object.values(tokens)) expect(text).not.toContain(token)
  }
})
