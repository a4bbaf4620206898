import { afterAll, expect, test } from 'vitest'
import { type Administrator, makeAdministrator } from '../../support/administrator.ts'
import { makeIntegrator } from '../../support/integrator.ts'
import { startServer } from '../../support/server.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

let people = 0

/** A person who owns a boat of each of two brands and has written to both; and who manages the first brand. */
async function makeWorld() {
  const email = `owner-${++people}@example.com`
  const contact = { first_name: 'Olga', last_name: 'Owner', email, zipcode: '75067' }
  const [mine, theirs] = [await makeIntegrator(server), await makeIntegrator(server)]
  const hins = []
  for (const integrator of [mine, theirs]) {
    const key = { 'idempotency-key': `key-${people}` }
    const made = await integrator.register({ contact, warranty_notes: `Ask ${email}` }, key)
    hins.push(made.body.data.hin)
    expect((await integrator.submitLead({ contact: { contact_email: email } })).status).toBe(200)
  }
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [mine.brand.slug] })
  return { email, mine, theirs, hins, manager }
}

const find = (caller: Administrator, email: string) =>
  caller.call('GET', `/people?email=${encodeURIComponent(email)}&limit=200`)

test('a caller with one brand finds and exports what that brand stores about a person', async () => {
  const { email, mine, theirs, hins, manager } = await makeWorld()
  const found = await find(manager, email.toUpperCase())
  expect(found.body.data.map(({ what, of }: { what: string; of: string }) => [what, of])).toEqual(
    expect.arrayContaining([['owner', hins[0]]]),
  )
  const exported = await manager.call('POST', '/people/export', { body: { email } })
  expect(exported.status, exported.text).toBe(200)
  expect(exported.body.data).toMatchObject({
    email,
    ownerships: [{ hin: hins[0], brand: mine.brand.slug }],
    covers: { all_brands: false, brands: [mine.brand.slug] },
  })
  expect(exported.body.data.leads).toHaveLength(1)
  for (const { text } of [found, exported]) {
    expect(text).not.toContain(hins[1])
    expect(text).not.toContain(theirs.brand.slug)
  }
})

test('an erasure by a caller with one brand leaves the other brand unchanged', async () => {
  const { email, theirs, hins, manager } = await makeWorld()
  const administrator = await makeAdministrator(server)
  const ofTheirs = async () => {
    const { data } = (await find(administrator, email)).body
    return data.filter(({ brand }: { brand: string }) => brand === theirs.brand.slug)
  }
  const before = await ofTheirs()
  expect(before.length).toBeGreaterThan(1)
  const erased = await manager.call('POST', '/people/erase', { body: { email, confirm: email } })
  expect(erased.status, erased.text).toBe(200)
  expect(erased.body.data).toMatchObject({ owners: 1, warranties: 1, leads: 1, answers: 1, complete: true })
  expect(await ofTheirs()).toEqual(before)
  const kept = await theirs.call('GET', `/warranty/${hins[1]}`)
  expect(kept.body.data).toMatchObject({ warranty_notes: `Ask ${email}`, contact: { email } })
  expect((await find(manager, email)).body.data).toEqual([])
  const gone = await manager.call('POST', '/people/export', { body: { email } })
  expect([gone.status, gone.body.error.code]).toEqual([404, 'NOT_FOUND'])
  // After a restore, only what was erased is erased again.
  await server.command('person', 'erase', '--again')
  expect(await ofTheirs()).toEqual(before)
})

test('a caller with all brands erases a person from all of them', async () => {
  const { email } = await makeWorld()
  const administrator = await makeAdministrator(server)
  const erased = await administrator.call('POST', '/people/erase', { body: { email, confirm: email } })
  expect(erased.body.data).toMatchObject({ owners: 2, leads: 2, covers: { all_brands: true } })
  expect((await find(administrator, email)).body.data).toEqual([])
})

test('for a limited caller, logins do not exist', async () => {
  const { mine, manager } = await makeWorld()
  const { email } = mine.credentials
  expect((await find(manager, email)).body.data).toEqual([])
  const administrator = await makeAdministrator(server)
  expect((await find(administrator, email)).body.data).toMatchObject([{ what: 'API user', kept: 'user' }])
})

test('a confirmation that differs erases nothing', async () => {
  const { email, manager } = await makeWorld()
  const answer = await manager.call('POST', '/people/erase', { body: { email, confirm: 'x@example.com' } })
  expect([answer.status, answer.body.error.details[0].field]).toEqual([422, 'confirm'])
  expect((await find(manager, email)).body.data.length).toBeGreaterThan(0)
})

test.each([
  ['a missing address', 'GET', '/people', undefined, 422],
  ['what is no address', 'GET', '/people?email=ada', undefined, 422],
  ['a missing confirmation', 'POST', '/people/erase', { email: 'ada@example.com' }, 422],
  ['an unknown field', 'POST', '/people/export', { email: 'ada@example.com', all: true }, 422],
])('%s is refused', async (_what, method, path, body, status) => {
  const { manager } = await makeWorld()
  expect((await manager.call(method, path, { body })).status).toBe(status)
})

test('finding and erasing need their permissions', async () => {
  const { email, mine } = await makeWorld()
  const service = await makeAdministrator(server, { role: 'service', brands: [mine.brand.slug] })
  expect((await find(service, email)).status).toBe(200)
  const erased = await service.call('POST', '/people/erase', { body: { email, confirm: email } })
  expect([erased.status, erased.body.error.code]).toEqual([403, 'ENDPOINT_NOT_PERMITTED'])
  const viewer = await makeAdministrator(server, { role: 'viewer', brands: [mine.brand.slug] })
  expect((await find(viewer, email)).status).toBe(403)
})
