import { afterAll, beforeAll, expect, test } from 'vitest'
import { Integrator, makeIntegrator, newHin } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { listWith, refresh } from '../auth/users.ts'
import { refusal } from '../errors.ts'

let servers: [TestServer, TestServer]
/** The same user, at either server. */
let users: [Integrator, Integrator]

beforeAll(async () => {
  const first = await startServer({ ownProcess: true })
  servers = [first, await startServer({ ownProcess: true, beside: first })]
  const ada = await makeIntegrator(first)
  const same = new Integrator(servers[1], ada.brand, ada.credentials, ada.apiToken)
  await same.logIn()
  users = [ada, same]
})
afterAll(async () => {
  await servers[1][Symbol.asyncDispose]()
  await servers[0][Symbol.asyncDispose]()
})

test('both servers have everything that either acknowledges', async () => {
  const hins = Array.from({ length: 40 }, newHin)
  const created = await Promise.all(hins.map((hin, i) => users[i % 2]!.register({ hin })))
  expect(created.map(({ status }) => status)).toEqual(hins.map(() => 201))
  for (const user of users) {
    const seen = await Promise.all(hins.map((hin) => user.call('GET', `/warranty/${hin}`)))
    expect(seen.map(({ status }) => status)).toEqual(hins.map(() => 200))
  }
})

test('one of concurrent creates of one HIN at both servers is acknowledged', async () => {
  for (let round = 0; round < 5; round++) {
    const hin = newHin()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => users[i % 2]!.register({ hin })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  }
})

test('concurrent changes of one warranty at both servers all take effect', async () => {
  const hin = newHin()
  await users[0].register({ hin })
  const changes = [{ warranty_notes: 'kept' }, { coverage_type: 'full' }, { warranty_duration_months: 24 }]
  const patch = (body: object, i: number) => users[i % 2]!.call('PATCH', `/warranty/${hin}`, { body })
  const answers = await Promise.all(changes.map(patch))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await users[1].call('GET', `/warranty/${hin}`)).body.data).toMatchObject(
    Object.assign({}, ...changes),
  )
})

test('a session that ends at one server has ended at the other', async () => {
  const { data } = (await users[0].logIn()).body
  expect(await listWith(servers[1], data.access_token)).toMatchObject({ status: 200 })
  const headers = { authorization: `Bearer ${data.access_token}` }
  await servers[0].send('POST', '/api/v1/auth/logout', { headers })
  expect(await refresh(servers[1], data.refresh_token)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
  await expectSoon(() => listWith(servers[1], data.access_token), 401)
  await users[0].logIn()
})

test('one refresh token at both servers concurrently gets a working pair from each', async () => {
  const { data } = (await users[0].logIn()).body
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => refresh(servers[i % 2]!, data.refresh_token)),
  )
  for (const [i, answer] of answers.entries()) {
    expect(answer).toMatchObject({ status: 200 })
    expect(await listWith(servers[i % 2]!, answer.body.data.access_token)).toMatchObject({ status: 200 })
  }
})

test('a command beside them while they write is carried out, and both see it within 2 s', async () => {
  let over = false
  const statuses: number[] = []
  const writers = users.map(async (user) => {
    while (!over) statuses.push((await user.register()).status)
  })
  const { email } = users[0].credentials
  await servers[0].apply({ api_users: [{ email, permissions: ['warranty:create'] }] })
  for (const user of users) await expectSoon(() => user.call('GET', '/warranty'), 403)
  await servers[1].apply({ api_users: [{ email, permissions: ['warranty:*'] }] })
  for (const user of users) await expectSoon(() => user.call('GET', '/warranty'), 200)
  over = true
  await Promise.all(writers)
  expect(new Set(statuses)).toEqual(new Set([201]))
})

test('one that is killed holds up the other in nothing', async () => {
  let over = false
  const acknowledged: string[] = []
  const write = async () => {
    while (!over) {
      const hin = newHin()
      if ((await users[0].register({ hin })).status === 201) acknowledged.push(hin)
    }
  }
  const burst = Array.from({ length: 10 }, () => users[1].register().catch(() => undefined))
  const writer = write()
  await servers[1].kill('SIGKILL')
  await Promise.all(burst)
  const before = acknowledged.length
  await new Promise((resolve) => setTimeout(resolve, 300))
  over = true
  await writer
  expect(acknowledged.length).toBeGreaterThan(before)
  await servers[1].start()
  const seen = await Promise.all(acknowledged.map((hin) => users[1].call('GET', `/warranty/${hin}`)))
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]))
})

/** A change made elsewhere is seen within two seconds. */
async function expectSoon(ask: () => Promise<{ status: number }>, status: number) {
  const deadline = Date.now() + 2_000
  while ((await ask()).status !== status && Date.now() < deadline);
  expect(await ask()).toMatchObject({ status })
}
