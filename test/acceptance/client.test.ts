import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { integrate } from '../../examples/integrator.ts'
import { makeAdministrator } from '../support/administrator.ts'
import { freePort } from '../support/ports.ts'
import { startServer, type TestServer } from '../support/server.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const USER = { email: 'dms@example.com', password: 'correct horse battery staple' }
const TOKEN = 'a-token-from-your-administrator'

test("an integrator's program carries on over a restart and a rate limit, and every event comes once", async () => {
  await using server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '600' }, ownProcess: true })
  const webhookPort = await freePort()
  const { brands } = await server.apply({
    brands: [{ slug: 'harbor-craft', name: 'Harbor Craft' }],
    api_users: [{ ...USER, brands: ['harbor-craft'], permissions: ['warranty:*'] }],
  })
  const administrator = await makeAdministrator(server)
  const endpoint = await administrator.call('POST', '/event-endpoints', {
    body: {
      url: `http://127.0.0.1:${webhookPort}/events`,
      brands: ['harbor-craft'],
      event_types: ['warranty.registered', 'warranty.transferred'],
    },
  })
  const seen: number[] = []
  let creates = 0
  let restart: Promise<void> | undefined
  let spent: Promise<void> | undefined
  const watched: typeof fetch = async (input, init) => {
    // In the middle of the registrations, with some of them on their way.
    if (String(input).endsWith('/warranty') && ++creates === 8) {
      restart = server.restart().then(() => {
        spent = spendLimit(server)
      })
    }
    await spent
    const response = await fetch(input, init)
    seen.push(response.status)
    return response
  }
  const result = await integrate({
    ...{
      url: server.url,
      ...USER,
      brandId: brands[0]!.id,
      webhookSecret: endpoint.body.data.secret,
      webhookPort,
    },
    fetch: watched,
  })
  await restart
  expect(result.listed).toHaveLength(40)
  expect(new Set(result.listed).size).toBe(40)
  expect(result.events.size).toBe(45)
  expect(result.refused).toBe(0)
  expect(seen).toContain(429)
})

/** Uses up the user's requests of this minute. */
async function spendLimit(server: TestServer): Promise<void> {
  const { body } = await server.send('POST', '/api/v1/auth/login', { body: USER })
  const headers = { authorization: `Bearer ${body.data.access_token}` }
  const spend = () => server.send('GET', '/api/v1/warranty?limit=1', { headers })
  for (let refused = false; !refused; ) {
    const answers = await Promise.all(Array.from({ length: 100 }, spend))
    refused = answers.some(({ status }) => status === 429)
  }
}

test("the readme's examples work as they are written", async () => {
  await using server = await startServer()
  await server.apply({
    brands: [{ id: 1, slug: 'harbor-craft', name: 'Harbor Craft' }],
    dealers: [
      {
        ...{ dealer_code: 'HC-1', name: 'Tidewater Marine', postal_code: '75067', country: 'USA' },
        ...{ latitude: 33.04, longitude: -97, brands: ['harbor-craft'] },
      },
    ],
    api_users: [{ ...USER, brands: ['harbor-craft'], permissions: ['warranty:*'] }],
    api_tokens: [
      { name: 'web', token: TOKEN, brands: ['harbor-craft'], scopes: ['dealer-locator', 'lead-submission'] },
    ],
  })
  const source = join(import.meta.dirname, '../../packages/client')
  const readme = readFileSync(join(source, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code)
  const program = blocks
    .join('\n')
    .replaceAll("'@transom/client'", JSON.stringify(join(source, 'src/index.ts')))
    .replaceAll('https://transom.example.com', server.url)
  const file = join(server.database.env.DATA_DIR!, `readme-${randomBytes(4).toString('hex')}.ts`)
  writeFileSync(file, program)
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const { handle } = (await import(file)) as { handle: (request: Request) => Promise<Response> }
  const printed = log.mock.calls.map((words) => words.join(' '))
  log.mockClear()
  const body = JSON.stringify({ type: 'warranty.registered', timestamp: 't', data: { hin: 'HCX12345D526' } })
  const now = new Date()
  const headers = {
    'webhook-id': 'm-1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('m-1', now, body),
  }
  const post = (sent: Record<string, string>) =>
    handle(new Request('http://localhost/', { method: 'POST', headers: sent, body }))
  expect([(await post(headers)).status, (await post({})).status]).toEqual([204, 401])
  expect(log.mock.calls).toEqual([['warranty.registered', 'HCX12345D526']])
  log.mockRestore()
  expect(printed).toEqual([
    'active',
    'Rivers, Lake',
    'HCX12345D526 Lake',
    '1 warranties',
    'HCX12345D526 not_configured',
    'HCX12345D526 DUPLICATE_HIN',
    '2 created, 1 failed',
    expect.stringMatching(/^404 WARRANTY_NOT_FOUND \S/),
    expect.stringMatching(/^Tidewater Marine: [\d.]+ miles$/),
    'Lead 1 is stored',
  ])
})
