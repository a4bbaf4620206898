import { describe, expect, test } from 'vitest'
import type { Answer } from '../../support/client.ts'
import { startCrm } from '../../support/crm.ts'
import { makeIntegrator, newHin } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'

const server = await startFileServer()
const ada = await makeIntegrator(server)

const place = { postal_code: '75067', country: 'US' }

describe('no cache on the way keeps', () => {
  test.each<[string, () => Promise<Answer>]>([
    ['tokens', () => ada.logIn()],
    ['owners', () => ada.call('GET', '/warranty')],
    ['what was created', () => ada.register()],
    ['what is missing', () => ada.call('GET', `/warranty/${newHin()}`)],
    ['leads', () => ada.submitLead()],
    ['faults of leads', () => ada.submitLead({ contact: {} })],
    ['faults of the locator', () => ada.locate({ ...place, country: 'ZZ' })],
    ['a path that is not there', () => server.send('GET', '/nothing')],
    ['a method that is not there', () => server.send('PUT', '/dealer-locator')],
    ['a URL that cannot be read', () => server.send('GET', '/api/v1/warranty/%zz')],
    ['health', () => server.send('GET', '/readyz')],
    ['metrics', () => server.send('GET', '/metrics')],
  ])('%s', async (_, send) => {
    const { headers } = await send()
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  })
})

test('dealers may be kept by the client that asked, if it asks again', async () => {
  const { status, headers } = await ada.locate(place)
  expect({ status, headers }).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' },
  })
})

test('a page that a webhook answers can do nothing in a browser', async () => {
  await using crm = await startCrm()
  const bob = await makeIntegrator(server, { brand: { lead_webhook: { url: crm.url('/leads') } } })
  crm.always('/leads', { headers: { 'content-type': 'text/html' }, body: '<script>alert(1)</script>' })
  const answer = await bob.submitLead()
  expect(answer.text).toBe('<script>alert(1)</script>')
  expect(answer.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})

test('the reference runs scripts of this server alone, and none within the page', async () => {
  const { text, headers } = await server.send('GET', '/docs')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(text).not.toMatch(/<script(?![^>]* src="\/docs\/)| on\w+=/)
})
