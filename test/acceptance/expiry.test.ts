import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectData } from '../support/envelope.ts'
import { type Integrator, makeIntegrator } from '../support/integrator.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { register } from '../support/warranty-crm.ts'
import { runSql } from './behind.ts'

let server: TestServer
let integrator: Integrator

beforeAll(async () => {
  server = await startServer()
  integrator = await makeIntegrator(server)
})
afterAll(() => server[Symbol.asyncDispose]())

const STATUSES = ['active', 'expired', 'voided']

/** How many a list says there are, by status; held to the rows themselves. */
async function totals(): Promise<number[]> {
  const { id } = integrator.brand
  const rows = await runSql(
    server,
    `select warranty_status, count(*) as total from warranties where brand_id = ${id} group by warranty_status`,
  )
  const counted = STATUSES.map((status) =>
    Number(rows.find((row) => row.warranty_status === status)?.total ?? 0),
  )
  const listed = await Promise.all(
    STATUSES.map(async (status) => {
      const { body } = await integrator.call('GET', `/warranty?warranty_status=${status}&limit=1`)
      return body.meta.pagination.total
    }),
  )
  expect(listed).toEqual(counted)
  return listed
}

const statusOf = async (hin: string) =>
  expectData(await integrator.call('GET', `/warranty/${hin}`)).warranty_status

test('what is past its end date expires when the server starts; its last day and later ones are active', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const ended = await register(integrator, { registration_date: '2020-01-31', warranty_duration_months: 12 })
  const lasting = await register(integrator, { registration_date: today, warranty_duration_months: 12 })
  const lastDay = await register(integrator, {
    registration_date: '2020-01-31',
    warranty_duration_months: 12,
  })
  await runSql(server, `update warranties set warranty_end_date = '${today}' where hin = '${lastDay}'`)
  const open = await register(integrator)
  expect(await statusOf(ended)).toBe('active')
  await server.restart()
  await expect.poll(() => statusOf(ended), { timeout: 5_000 }).toBe('expired')
  // Past midnight meanwhile, the last day is over.
  if (new Date().toISOString().startsWith(today)) expect(await statusOf(lastDay)).toBe('active')
  expect(await statusOf(lasting)).toBe('active')
  expect(await statusOf(open)).toBe('active')
  await totals()
})

test('totals stay true when the status of one warranty is changed many times at once', async () => {
  await using second = await startServer({ beside: server })
  const hins = await Promise.all(Array.from({ length: 4 }, () => register(integrator)))
  const [active, expired, voided] = await totals()
  const headers = { authorization: `Bearer ${integrator.accessToken}` }
  const changes = Array.from({ length: 48 }, (_, turn) => {
    const target = turn % 2 ? server : second
    const body = { warranty_status: STATUSES[turn % 3] }
    return target.send('PATCH', `/api/v1/warranty/${hins[turn % 4]}`, { headers, body })
  })
  for (const answer of await Promise.all(changes)) expectData(answer)
  const after = await totals()
  expect(after.reduce((a, b) => a + b)).toBe(active! + expired! + voided!)
})
