import { describe, expect, test } from 'vitest'
import { expectData, expectError } from '../support/envelope.ts'
import { makeIntegrator, newHin, warrantyBody } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'
import { runCommand } from '../support/server-process.ts'
import { eventOf, recordOf, register, startWebhookCrm, untilSync } from '../support/warranty-crm.ts'

const server = await startFileServer()
const integrator = await makeIntegrator(server)
const { crm, withWebhook } = await startWebhookCrm(server, 1)

const body = (fields: object = {}) => warrantyBody(integrator.brand.id, fields)
const many = (count: number) => Array.from({ length: count }, () => body())
const send = (registrations: unknown, more: object = {}, headers?: Record<string, string>) =>
  integrator.call('POST', '/warranties/bulk', { headers, body: { registrations, ...more } })
const isThere = async (hin: string) =>
  (await integrator.call('GET', `/warranty?hin=${hin}`)).body.data.length === 1

interface Outcome {
  index: number
  outcome: string
  status: number
  error?: { code: string }
}

describe('many warranties', () => {
  test('have an outcome each, in order, with the status and error of a single create', async () => {
    const stored = await register(integrator)
    const [first, second] = [newHin(), newHin()]
    const contact = { first_name: 'Ada', last_name: 'Rivers', zipcode: '75067' }
    const cases: [registration: object, status: number, code?: string][] = [
      [body({ hin: first.toLowerCase() }), 201],
      [body({ hin: stored }), 409, 'DUPLICATE_HIN'],
      [body({ hin: first }), 409, 'DUPLICATE_HIN'],
      [body({ hin: ` ${newHin()}` }), 422, 'INVALID_HIN_FORMAT'],
      [body({ model: '', purchase_date: '2025-02-30' }), 422, 'VALIDATION_ERROR'],
      [body({ contact }), 422, 'VALIDATION_ERROR'],
      [body({ model: 'a\0b' }), 422, 'VALIDATION_ERROR'],
      [body({ brand_id: 987_654 }), 403, 'BRAND_NOT_PERMITTED'],
      [JSON.parse('{"__proto__": {}}'), 400, 'BAD_REQUEST'],
      [{}, 422, 'VALIDATION_ERROR'],
      [body({ hin: second, model: ' Tidewater 26 ', warranty_duration: 12 }), 201],
    ]
    const answer = await send(cases.map(([registration]) => registration))
    const outcomes = expectData(answer)
    expect(answer.body.meta.summary).toEqual({ created: 2, failed: 9 })
    const shown = outcomes.map(({ index, status, error }: Outcome) => [index, status, error?.code])
    expect(shown).toEqual(cases.map(([, status, code], index) => [index, status, code]))
    for (const { index, outcome, error } of outcomes as Outcome[]) {
      expect(outcome).toBe(error ? 'failed' : 'created')
      if (!error) continue
      const single = await integrator.call('POST', '/warranty', { body: cases[index]![0] })
      expect(error).toEqual(single.body.error)
    }
    expect(outcomes[0].data).toEqual({
      ...{ hin: first, brand_id: integrator.brand.id, model: 'Tidewater 24', model_year: '2025' },
      ...{ registration_date: '2025-03-01', warranty_status: 'active' },
      contact: { ...contact, email: 'ada@example.com', phone: null },
    })
    expect(outcomes[10].data).toMatchObject({ hin: second, model: 'Tidewater 26' })
    expect(outcomes[10].warnings).toEqual([
      { field: 'warranty_duration', message: expect.stringContaining('warranty_duration_months') },
    ])
  })

  test('leave the records, audit entries, totals and messages to the CRM that single creates leave', async () => {
    const { integrator: own, path } = withWebhook()
    const fields = () => warrantyBody(own.brand.id, { warranty_duration_months: 24, order_number: 'SO-1' })
    const bodies = [fields(), fields(), fields()]
    const [single, ...bulk] = bodies.map(({ hin }) => hin)
    await register(own, bodies[0])
    expectData(await own.call('POST', '/warranties/bulk', { body: { registrations: bodies.slice(1) } }))
    const shown = []
    for (const hin of [single!, ...bulk]) {
      await untilSync(own, hin, { status: 'synced' })
      const { crm_sync, contact, hin_details, ...record } = await recordOf(own, hin)
      const { contact_id, ...owner } = contact
      const { stdout } = await runCommand(['audit', 'list', '--json', '--hin', hin], server.env)
      const entries = JSON.parse(stdout).entries.map(
        ({ action, actor, before, after }: Record<string, unknown>) => ({ action, actor, before, after }),
      )
      const events = crm
        .at(path)
        .map(eventOf)
        .filter(({ data }) => data.hin === hin)
      shown.push({
        record: { ...record, hin: '', created_at: '', updated_at: '' },
        ...{ owner, attempts: crm_sync.attempts, entries, types: events.map(({ type }) => type) },
      })
    }
    expect(shown[0]!.types).toEqual(['warranty.registered'])
    expect(shown[1]).toEqual(shown[0])
    expect(shown[2]).toEqual(shown[0])
    const list = await own.call('GET', `/warranty?brand_id=${own.brand.id}`)
    expect(list.body.meta.pagination.total).toBe(3)
  })

  test('are up to a thousand in one request', async () => {
    const registrations = many(1_000)
    const answer = await send(registrations)
    expect(expectData(answer).map(({ data }: { data: { hin: string } }) => data?.hin)).toEqual(
      registrations.map(({ hin }) => hin),
    )
    expect(answer.body.meta.summary).toEqual({ created: 1_000, failed: 0 })
  })

  test('are created once, though two requests have the same at the same moment', async () => {
    const registrations = many(20)
    const answers = await Promise.all([send(registrations), send(registrations.toReversed())])
    const created = answers.map(({ body }) => body.meta.summary.created)
    expect(created[0] + created[1]).toBe(20)
  })
})

describe('all or nothing', () => {
  test('creates nothing if one registration is wrong or taken, and says what became of each', async () => {
    const stored = await register(integrator)
    const fresh = body()
    const answer = await send([fresh, body({ hin: stored }), body({ model: 7 })], { all_or_nothing: true })
    expect(answer.status).toBe(422)
    expect(answer.body.error).toEqual({
      code: 'BULK_REJECTED',
      message: expect.stringMatching(
        /^Nothing was created, because 2 of 3 registrations failed\. .*already exists/,
      ),
      details: [
        { field: 'registrations.1', message: expect.stringContaining(stored) },
        { field: 'registrations.2.model', message: 'Model must be a string.' },
      ],
    })
    const shown = answer.body.data.map(({ index, outcome, status, error }: Outcome) => [
      index,
      outcome,
      status,
      error?.code,
    ])
    expect(shown).toEqual([
      [0, 'not_created', 424, undefined],
      [1, 'failed', 409, 'DUPLICATE_HIN'],
      [2, 'failed', 422, 'VALIDATION_ERROR'],
    ])
    expect(await isThere(fresh.hin)).toBe(false)
  })

  test('creates all where nothing is wrong', async () => {
    const answer = await send(many(3), { all_or_nothing: true })
    expectData(answer)
    expect(answer.body.meta.summary).toEqual({ created: 3, failed: 0 })
  })
})

describe('Idempotency-Key', () => {
  test('gives the first outcomes again, those that failed too', async () => {
    const key = { 'idempotency-key': newHin() }
    const registrations = [body(), body({ model: '' })]
    const first = await send(registrations, {}, key)
    expect(first.body.meta.summary).toEqual({ created: 1, failed: 1 })
    const again = await send(registrations, {}, key)
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expectError(await send(many(1), {}, key), 409, 'IDEMPOTENCY_CONFLICT')
  })

  test('is not used up when nothing was created', async () => {
    const key = { 'idempotency-key': newHin() }
    const rejected = await send([body({ model: '' })], { all_or_nothing: true }, key)
    expect(rejected.body.error.code).toBe('BULK_REJECTED')
    expectData(await send(many(1), { all_or_nothing: true }, key))
  })
})

describe('a body', () => {
  test.each<[string, unknown, string[]]>([
    ['without registrations', {}, ['registrations']],
    ['with none', { registrations: [] }, ['registrations']],
    ['with 1,001', { registrations: Array(1_001).fill({}) }, ['registrations']],
    ['with an object', { registrations: { 0: {} } }, ['registrations']],
    [
      'with what is no object',
      { registrations: [{}, 7, null, []] },
      ['registrations.1', 'registrations.2', 'registrations.3'],
    ],
    ['with a misspelled option', { registrations: [{}], allOrNothing: true }, ['allOrNothing']],
    [
      'with an option that is no boolean',
      { registrations: [{}], all_or_nothing: 'true' },
      ['all_or_nothing'],
    ],
  ])('%s is refused', async (_what, wrong, fields) => {
    expectError(
      await integrator.call('POST', '/warranties/bulk', { body: wrong }),
      422,
      'VALIDATION_ERROR',
      ...fields,
    )
  })

  test('of more than 4 MiB is refused, and the message says so', async () => {
    const answer = await send([body({ warranty_notes: 'n'.repeat(4 * 1024 * 1024) })])
    expectError(answer, 413, 'BODY_TOO_LARGE')
    expect(answer.body.error.message).toContain('4 MiB')
  })
})
