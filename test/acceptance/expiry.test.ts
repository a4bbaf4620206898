import { expect, test } from 'vitest'
import { makeAdministrator } from '../support/administrator.ts'
import { expectData } from '../support/envelope.ts'
import { makeIntegrator } from '../support/integrator.ts'
import { startFileServer, startServer } from '../support/server.ts'
import { register } from '../support/warranty-crm.ts'
import { runSql } from './behind.ts'

const server = await startFileServer()
const integrator = await makeIntegrator(server)
const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [integrator.brand.slug] })

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

test('a warranty past its end date is never active, and the server stores that when it starts', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const past = { registration_date: '2020-01-31', warranty_duration_months: 12 }
  expect(await statusOf(await register(integrator, past))).toBe('expired')
  const lasting = await register(integrator, { registration_date: today, warranty_duration_months: 12 })
  const [ended, lastDay, open] = await Promise.all([1, 2, 3].map(() => register(integrator)))
  await totals()
  await runSql(server, `update warranties set warranty_end_date = '2020-12-31' where hin = '${ended}'`)
  await runSql(server, `update warranties set warranty_end_date = '${today}' where hin = '${lastDay}'`)

  // As between midnight and the daily run: the status in the database lags behind.
  const storedStatus = async () =>
    (await runSql(server, `select warranty_status from warranties where hin = '${ended}'`))[0]!
      .warranty_status
  expect(await storedStatus()).toBe('active')
  expect(await statusOf(ended!)).toBe('expired')
  const [active, expired] = await Promise.all(['active', 'expired'].map(hinsWith))
  expect(active).not.toContain(ended)
  expect(expired).toContain(ended)
  const everything = await integrator.call('GET', `/warranty?limit=100`)
  const row = everything.body.data.find(({ hin }: { hin: string }) => hin === ended)
  expect(row.warranty_status).toBe('expired')

  await server.restart()
  await expect.poll(storedStatus, { timeout: 5_000 }).toBe('expired')
  const { body } = await manager.call('GET', '/events?types=warranty.expired')
  expect(body.data).toMatchObject([
    { type: 'warranty.expired', data: { hin: ended, warranty_status: 'expired' } },
  ])
  // After midnight the last day is over.
  if (new Date().toISOString().startsWith(today)) expect(await statusOf(lastDay!)).toBe('active')
  expect(await statusOf(lasting)).toBe('active')
  expect(await statusOf(open!)).toBe('active')
  await totals()
})

/** The HINs that a list by status shows, as many as its total says. */
async function hinsWith(status: string): Promise<string[]> {
  const { body } = await integrator.call('GET', `/warranty?warranty_status=${status}&limit=100`)
  expect(body.meta.pagination.total).toBe(body.data.length)
  for (const row of body.data) expect(row.warranty_status).toBe(status)
  return body.data.map(({ hin }: { hin: string }) => hin)
}

test('totals stay correct when the status of one warranty is changed many times concurrently', async () => {
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
