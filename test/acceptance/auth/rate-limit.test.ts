import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Integrator, makeIntegrator } from '../../support/integrator.ts'
import { startFileServer, startServer } from '../../support/server.ts'
import { leadRefusal, plainRefusal, refusal } from '../errors.ts'

const LIMIT = 4

const server = await startFileServer({ env: { RATE_LIMIT_PER_MINUTE: String(LIMIT) } })

/** The headers of draft-ietf-httpapi-ratelimit-headers, with so many requests left. */
function standing(left: number) {
  return {
    'ratelimit-policy': `"default";q=${LIMIT};w=60`,
    ratelimit: expect.stringMatching(new RegExp(`^"default";r=${left};t=([1-9]|[1-5]\\d|60)$`)),
  }
}

describe('a caller who sends more than RATE_LIMIT_PER_MINUTE', () => {
  test('learns when to come back, in the shape of each interface', async () => {
    const ada = await makeIntegrator(server)
    const interfaces = [
      { send: () => ada.call('GET', '/warranty'), refused: refusal(429, 'RATE_LIMITED') },
      { send: () => ada.locate({ postal_code: '75067', country: 'US' }), refused: plainRefusal(429) },
      { send: () => ada.submitLead(), refused: leadRefusal(429) },
    ]
    for (const { send, refused } of interfaces) {
      for (let i = 1; i <= LIMIT; i++) {
        expect(await send()).toMatchObject({ status: 200, headers: standing(LIMIT - i) })
      }
      const answer = await send()
      expect(answer).toMatchObject({ ...refused, headers: standing(0) })
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60 / LIMIT)
    }
  })

  test('has a budget for each interface: locator traffic of a token never uses up its leads', async () => {
    const ada = await makeIntegrator(server)
    const locate = () => ada.locate({ postal_code: '75067', country: 'US' })
    for (let i = 0; i <= LIMIT; i++) await locate()
    expect(await locate()).toMatchObject(plainRefusal(429))
    expect(await ada.submitLead()).toMatchObject({ status: 200, headers: standing(LIMIT - 1) })
    expect(await locate()).toMatchObject(plainRefusal(429))
  })

  test('sees in errors too what is left, and nothing where nobody is known', async () => {
    const ada = await makeIntegrator(server)
    const missing = await ada.call('GET', '/warranty/ABC123456789')
    expect(missing).toMatchObject({ status: 404, headers: standing(LIMIT - 1) })
    for (const answer of [
      await server.send('GET', '/dealer-locator'),
      await server.send('GET', '/api/v1/warranty'),
      await ada.logIn(),
      await server.send('GET', '/livez'),
    ])
      expect(Object.keys(answer.headers).filter((name) => /^ratelimit|retry/.test(name))).toEqual([])
  })

  test('does not use up the limits of others, nor do tokens that are refused', async () => {
    const [ada, bob] = [await makeIntegrator(server), await makeIntegrator(server)]
    for (let i = 0; i < LIMIT + 1; i++) await ada.call('GET', '/warranty')
    for (let i = 0; i < LIMIT + 1; i++) {
      const headers = { authorization: `Bearer ${bob.accessToken}x` }
      expect(await server.send('GET', '/api/v1/warranty', { headers })).toMatchObject({ status: 401 })
    }
    expect(await bob.call('GET', '/warranty')).toMatchObject({ status: 200 })
  })
})

test('two servers share a caller’s limit', async () => {
  const limit = 60
  const env = { RATE_LIMIT_PER_MINUTE: String(limit) }
  await using first = await startServer({ env })
  await using second = await startServer({ env, beside: first })
  const ada = await makeIntegrator(first)
  const same = new Integrator(second, ada.brand, ada.credentials, ada.apiToken)
  await same.logIn()
  let passed = 0
  const refused = new Set<Integrator>()
  for (let i = 0; refused.size < 2; i++) {
    const caller = i % 2 === 0 ? ada : same
    const { status } = await caller.call('GET', '/warranty')
    if (status === 200) passed++
    else refused.add(caller)
    // Each count has a moment to reach the other server.
    await sleep(10)
  }
  expect(passed).toBeGreaterThanOrEqual(limit)
  // Some are on their way to the other server's count, and one a second is made good.
  expect(passed).toBeLessThan(1.5 * limit)
})

test('without a limit nothing is said of one', async () => {
  await using free = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '0' } })
  const { headers } = await (await makeIntegrator(free)).call('GET', '/warranty')
  expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
})
