import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Integrator, makeIntegrator } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { codesOf, dealer, matchesOf } from './world.ts'

const SEEN_AFTER_MS = 2_000

/** Two processes on one database. */
let first: TestServer
let second: TestServer
let integrator: Integrator

beforeAll(async () => {
  first = await startServer()
  second = await startServer({ beside: first })
  integrator = await makeIntegrator(first)
})
afterAll(async () => {
  await second[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
})

const own = (code: string, fields: object = {}) =>
  dealer(code, { brands: [integrator.brand.slug], ...fields })

async function ask(server: TestServer) {
  const search = new URLSearchParams({ brand: integrator.brand.slug, country: 'US', postal_code: '75067' })
  return server.send('GET', `/dealer-locator?${search}`, { headers: { 'x-api-token': integrator.apiToken } })
}

/** What both processes answer, 2 s after a change at the latest. */
async function expectEverywhere(view: (server: TestServer) => Promise<unknown>, expected: unknown) {
  for (const server of [first, second]) {
    await expect.poll(() => view(server), { timeout: SEEN_AFTER_MS, interval: 20 }).toEqual(expected)
  }
}

const codes = async (server: TestServer) => codesOf(await ask(server))
const matches = async (server: TestServer) => matchesOf(await ask(server))

test('every process sees an applied file within two seconds', async () => {
  // So that there is something in memory that must make way.
  await expectEverywhere(codes, [])
  await first.apply({ dealers: [own('A'), own('B', { longitude: -96 })] })
  await expectEverywhere(codes, ['A', 'B'])
  await second.apply({ dealers: [{ dealer_code: 'A', active: false }] })
  await expectEverywhere(codes, ['B'])
  await first.apply({ dealers: [{ dealer_code: 'A', active: true, name: 'Renamed' }] })
  await expectEverywhere(async (server) => (await ask(server)).body.dealers[0]?.name, 'Renamed')
})

test('every process sees a territory that is assigned and removed again', async () => {
  const territory = { brand: integrator.brand.slug, country: 'US', postal_code: '75067' }
  await first.apply({ territories: [{ ...territory, dealer_code: 'B' }] })
  await expectEverywhere(matches, ['B territory', 'A distance'])
  await first.apply({ territories: [{ ...territory, dealer_code: null }] })
  await expectEverywhere(matches, ['A distance', 'B distance'])
})

test('a dealer that no longer carries the brand is gone', async () => {
  await first.apply({ dealers: [{ dealer_code: 'B', brands: [] }] })
  await expectEverywhere(codes, ['A'])
})

test('a file for a brand without requests so far takes effect immediately', async () => {
  const other = await makeIntegrator(first)
  await first.apply({ dealers: [dealer('NEW', { brands: [other.brand.slug] })] })
  expect(codesOf(await other.locate({ country: 'US', postal_code: '75067' }))).toEqual(['NEW'])
})
