import { expect, test } from 'vitest'
import { expectData } from '../support/envelope.ts'
import { makeIntegrator, warrantyBody } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'

/*
 * With one connection, whoever asks for a second one inside a transaction waits for itself until the time is up. A
 * change of brands empties what is held in memory of them: the next look goes to the database.
 */
const server = await startFileServer({ env: { DATABASE_POOL_SIZE: '1' } })
const integrator = await makeIntegrator(server)

const transfer = {
  registration_date: '2025-05-01',
  contact: { first_name: 'Bob', last_name: 'Lake', email: 'bob@example.com', zipcode: '75067' },
}

let keys = 0
const keyed = () => ({ 'idempotency-key': `pool of one ${++keys}` })

async function create(headers?: Record<string, string>): Promise<string> {
  const body = warrantyBody(integrator.brand.id)
  return expectData(await integrator.call('POST', '/warranty', { headers, body }), 201).hin
}

async function transferOf(hin: string, headers?: Record<string, string>): Promise<void> {
  const answer = await integrator.call('POST', `/warranty/${hin}/transfer`, { headers, body: transfer })
  expect(expectData(answer).contact.first_name).toBe('Bob')
}

let names = 0
/** Another name for the brand: what processes hold of brands is no longer true. */
const changeBrand = () =>
  server.apply({ brands: [{ slug: integrator.brand.slug, name: `Brand renamed ${++names}` }] })

test('creates and transfers with and without an Idempotency-Key answer', async () => {
  await transferOf(await create())
  await transferOf(await create(keyed()), keyed())
})

test('many concurrent ones respond', async () => {
  const hins = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => create(turn % 2 ? keyed() : undefined)),
  )
  await Promise.all(hins.map((hin, turn) => transferOf(hin, turn % 2 ? keyed() : undefined)))
})

test.each([
  ['a create', async () => void (await create())],
  ['a create with a key', async () => void (await create(keyed()))],
  ['a transfer', async (hin: string) => transferOf(hin)],
  ['a transfer with a key', async (hin: string) => transferOf(hin, keyed())],
  [
    'an update',
    async (hin: string) =>
      void expectData(await integrator.call('PATCH', `/warranty/${hin}`, { body: { warranty_notes: 'a' } })),
  ],
  [
    'a retry',
    async (hin: string) => void expectData(await integrator.call('POST', `/warranty/${hin}/retry-sync`)),
  ],
  ['a lead', async () => expect((await integrator.submitLead()).status).toBe(200)],
  ['a lead with a key', async () => expect((await integrator.submitLead({}, keyed())).status).toBe(200)],
])('%s responds without delay right after a brand was changed', async (_, work) => {
  const hin = await create()
  await changeBrand()
  const begun = performance.now()
  await work(hin)
  expect(performance.now() - begun).toBeLessThan(4_500)
})

test('a whole burst answers right after a brand was changed', async () => {
  const hins = await Promise.all(Array.from({ length: 5 }, () => create()))
  await changeBrand()
  await Promise.all([
    ...hins.map((hin) => transferOf(hin, keyed())),
    ...Array.from({ length: 5 }, () => create(keyed())),
  ])
})
