import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeIntegrator } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'

const DEALER = {
  name: 'Dallas Marine',
  country: 'USA',
  state: 'TX',
  postal_code: '75201',
  latitude: 32.78,
  longitude: -96.8,
  active: true,
}

const server = await startFileServer()
const integrator = await makeIntegrator(server, {
  more: (slug) => ({ dealers: [{ ...DEALER, dealer_code: randomUUID(), brands: [slug] }] }),
})
const etag = (await locate()).headers.etag!

function locate(ifNoneMatch?: string, query: object = {}) {
  const parameters = { brand: integrator.brand.slug, country: 'US', postal_code: '75067', ...query }
  return server.send('GET', `/dealer-locator?${new URLSearchParams(parameters)}`, {
    headers: {
      'x-api-token': integrator.apiToken,
      ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
    },
  })
}

test('an answer carries a tag of its own', async () => {
  expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/)
  expect((await locate()).headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' })
  expect((await locate(undefined, { postal_code: '73301' })).headers.etag).not.toBe(etag)
})

test.each<[string, (tag: string) => string]>([
  ['the tag', (tag) => tag],
  ['the tag as a proxy weakens it', (tag) => `W/${tag}`],
  ['a list that has it', (tag) => `"another", ${tag}`],
  ['a list without blanks', (tag) => `"another",${tag},"a-third"`],
  ['a list that has it weakened', (tag) => `W/"another",\tW/${tag}`],
  ['anything', () => '*'],
])('304 without a body for %s', async (_, header) => {
  const answer = await locate(header(etag))
  expect(answer).toMatchObject({ status: 304, text: '', headers: { etag } })
  expect(answer.headers['cache-control']).toBe('private, no-cache')
  expect(answer.headers['content-type']).toBeUndefined()
})

test.each<[string, (tag: string) => string]>([
  ['another tag', () => '"another"'],
  ['a list of others', () => '"another", W/"a-third"'],
  ['a part of the tag', (tag) => `${tag.slice(0, -2)}"`],
  ['the tag without its quotes', (tag) => tag.slice(1, -1)],
  ['nothing', () => ''],
])('200 for %s', async (_, header) => {
  const answer = await locate(header(etag))
  expect(answer).toMatchObject({ status: 200, headers: { etag } })
  expect(answer.body.dealers).toHaveLength(1)
})

test('a change of the dealers makes the tag another one', async () => {
  const answer = await locate(etag)
  expect(answer.status).toBe(304)
  await server.apply({
    dealers: [{ ...DEALER, dealer_code: randomUUID(), brands: [integrator.brand.slug] }],
  })
  await expect.poll(async () => (await locate(etag)).status, { timeout: 2_000 }).toBe(200)
})
