import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeIntegrator } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { leadRefusal, plainRefusal, refusal } from '../errors.ts'

const LIMIT = 4

let server: TestServer

beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: String(LIMIT) } })
})
afterAll(() => server[Symbol.asyncDispose]())

describe('a caller who sends more than RATE_LIMIT_PER_MINUTE', () => {
  test('is told when to come back, in the shape of each interface', async () => {
    const ada = await makeIntegrator(server)
    const interfaces = [
      { send: () => ada.call('GET', '/warranty'), refused: refusal(429, 'RATE_LIMITED') },
      { send: () => ada.locate({ postal_code: '75067', country: 'US' }), refused: plainRefusal(429) },
    ]
    for (const { send, refused } of interfaces) {
      for (let i = 0; i < LIMIT; i++) expect(await send()).toMatchObject({ status: 200 })
      const answer = await send()
      expect(answer).toMatchObject(refused)
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60 / LIMIT)
    }
    // A token has one limit for both of its interfaces.
    expect(await ada.submitLead()).toMatchObject(leadRefusal(429))
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
