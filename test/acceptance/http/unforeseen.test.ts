import { describe, expect, test } from 'vitest'
import { type Integrator, makeIntegrator, newHin } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'
import { runSql } from '../behind.ts'
import { leadRefusal, refusal } from '../errors.ts'

const server = await startFileServer()
const ada = await makeIntegrator(server)
await runSql(server, 'ALTER TABLE warranties RENAME TO warranties_gone')
await runSql(server, 'ALTER TABLE leads RENAME TO leads_gone')

const INTERNAL =
  /sql|select|insert|relation|no such table|warranties|leads|postgres|node_modules|\.ts\b|127\.0\.0\.1/i

const headers = { 'x-request-id': 'quote-me-7' }

describe('an unforeseen error', () => {
  test.each<[string, () => ReturnType<Integrator['call']>]>([
    ['a read', () => ada.call('GET', `/warranty/${newHin()}`, { headers })],
    ['a list', () => ada.call('GET', '/warranty', { headers })],
    ['a create', () => ada.register({}, headers)],
    ['a create under a key', () => ada.register({}, { ...headers, 'idempotency-key': newHin() })],
    [
      'an update',
      () => ada.call('PATCH', `/warranty/${newHin()}`, { headers, body: { warranty_notes: 'x' } }),
    ],
  ])('of %s is 500 with the request id to quote and no internals', async (_, send) => {
    const answer = await send()
    expect(answer).toMatchObject(refusal(500, 'INTERNAL_ERROR'))
    expect(answer.headers['x-request-id']).toBe('quote-me-7')
    expect(answer.body.error.message).toContain('quote-me-7')
    expect(answer.body.error.message).not.toMatch(INTERNAL)
  })

  test('of a lead has the shape of lead submission', async () => {
    const answer = await ada.submitLead({}, headers)
    expect(answer).toMatchObject(leadRefusal(500))
    expect(answer.body.message).toContain('quote-me-7')
    expect(answer.body.message).not.toMatch(INTERNAL)
  })

  test('is in the log with its id, and without personal data', async () => {
    await ada.submitLead(
      { contact: { contact_email: 'very-private@example.com' } },
      { 'x-request-id': 'find-me' },
    )
    const lines = () => server.output.split('\n').filter((line) => line.includes('find-me'))
    await expect.poll(lines, { timeout: 10_000 }).toHaveLength(1)
    const [line = ''] = lines()
    expect(JSON.parse(line)).toMatchObject({ level: 'error', requestId: 'find-me', code: 'INTERNAL_ERROR' })
    expect(server.output).not.toContain('very-private')
  })
})

test('whatever a caller sends, the log has one object a line', async () => {
  const forged = '%0d%0a%7B%22level%22:%22fatal%22%7D%0a'
  const vain = { 'user-agent': 'x\x85y', 'x-request-id': 'a', referer: '[31m' }
  await ada.call('GET', `/warranty/${newHin()}?${forged}`, { headers: vain })
  await ada.register({ model: 'a\r\n{"level":"fatal"}\nb' })
  await ada.submitLead({ contact_category: '\n{"level":"fatal"}\n', brand: ada.brand.slug })
  for (const line of server.output.trim().split('\n')) {
    expect(JSON.parse(line)).not.toMatchObject({ level: 'fatal' })
  }
})

test('the next request works as soon as the cause is gone', async () => {
  await runSql(server, 'ALTER TABLE warranties_gone RENAME TO warranties')
  await runSql(server, 'ALTER TABLE leads_gone RENAME TO leads')
  const hin = newHin()
  expect(await ada.register({ hin })).toMatchObject({ status: 201 })
  expect(await ada.call('GET', `/warranty/${hin}`)).toMatchObject({ status: 200 })
  expect(await ada.submitLead()).toMatchObject({ status: 200 })
})
