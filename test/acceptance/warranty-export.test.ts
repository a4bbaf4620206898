import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expectError } from '../support/envelope.ts'
import { makeIntegrator, newHin, warrantyBody } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'
import { recordOf } from '../support/warranty-crm.ts'
import { makeUsers } from './auth/users.ts'

const server = await startFileServer()
const integrator = await makeIntegrator(server)
await makeIntegrator(server).then((other) => other.register())

const COUNT = 1_100
const years = (index: number) => (index < COUNT / 2 ? '2024' : '2025')
const bodies = Array.from({ length: COUNT }, (_, index) =>
  warrantyBody(integrator.brand.id, { model_year: years(index), hin: newHin() }),
)
for (const half of [bodies.slice(0, COUNT / 2), bodies.slice(COUNT / 2)]) {
  await integrator.call('POST', '/warranties/bulk', { body: { registrations: half } })
}
const records = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const download = (query = '') => integrator.call('GET', `/warranty/export${query}`)

test('an export has the full record of each own warranty once, the oldest first', async () => {
  const answer = await download()
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  expect(answer.text.endsWith('\n')).toBe(true)
  const all = records(answer.text)
  expect(all.map(({ hin }) => hin)).toHaveLength(COUNT)
  expect(new Set(all.map(({ hin }) => hin))).toEqual(new Set(bodies.map(({ hin }) => hin)))
  expect(all.map(({ created_at }) => created_at)).toEqual(all.map(({ created_at }) => created_at).sort())
  expect(all[0]).toEqual(await recordOf(integrator, all[0].hin))
})

test.each([
  ['model_year=2024', COUNT / 2],
  ['warranty_status=active', COUNT],
  ['warranty_status=expired', 0],
  ['updated_since=2999-01-01', 0],
  ['registered_from=2025-03-01&registered_to=2025-03-01&sync_status=not_configured', COUNT],
])('%s filters it', async (query, count) => {
  const answer = await download(`?${query}&brand_id=${integrator.brand.id}`)
  expect(records(answer.text)).toHaveLength(count)
})

test('without the permission to read, its lines are the entries of the list', async () => {
  const { lister } = await makeUsers(server, {
    lister: { permissions: ['warranty:list', 'warranty:create'] },
  })
  await lister.logIn()
  await lister.register()
  const [entry] = (await lister.call('GET', '/warranty')).body.data
  expect(records((await lister.call('GET', '/warranty/export')).text)).toEqual([entry])
})

test('a request that cannot be exported is an error, and HEAD has no body', async () => {
  expectError(await download('?brand_id=987654'), 403, 'BRAND_NOT_PERMITTED')
  for (const name of ['page', 'limit', 'cursor', 'hin', 'unknown']) {
    expectError(
      await download(`?${name}=1`),
      422,
      name === 'hin' ? 'INVALID_HIN_FORMAT' : 'VALIDATION_ERROR',
      name,
    )
  }
  const head = await integrator.call('HEAD', '/warranty/export')
  expect([head.status, head.text]).toEqual([200, ''])
})

test('a client that goes away, or does not read, holds up nobody', async () => {
  const headers = { authorization: `Bearer ${integrator.accessToken}` }
  const begun = await Promise.all(
    Array.from({ length: 8 }, () => {
      const { promise, resolve } = Promise.withResolvers<ReturnType<typeof request>>()
      const sent = request(`${server.url}/api/v1/warranty/export`, { headers }, () => resolve(sent)).end()
      return promise
    }),
  )
  await sleep(50)
  expect(records((await download()).text)).toHaveLength(COUNT)
  for (const one of begun) one.destroy()
  expect(records((await download()).text)).toHaveLength(COUNT)
  expect(server.output).not.toMatch(/"level":"(error|fatal)"/)
})
