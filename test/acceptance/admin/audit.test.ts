import { expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { makeIntegrator } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'

const server = await startFileServer()
const administrator = await makeAdministrator(server)

test('the audit trail names who changed what, by page, actor, action and subject', async () => {
  const { brand } = await makeIntegrator(server)
  for (const name of ['First', 'Second', 'Third']) {
    await administrator.call('PATCH', `/brands/${brand.id}`, { body: { name } })
  }
  const find = async (query: string) =>
    (await administrator.call('GET', `/audit?subject=brand:${brand.id}&${query}`)).body
  const all = await find('limit=2')
  expect(all.data[0]).toMatchObject({
    action: 'brand.updated',
    actor: { kind: 'user', name: administrator.credentials.email },
    subject: { kind: 'brand', id: brand.id, name: brand.slug },
    brand_id: brand.id,
    brand: brand.slug,
    before: { name: 'Second' },
    after: { name: 'Third' },
  })
  const { next_cursor } = all.meta.pagination
  const next = await find(`limit=2&cursor=${next_cursor}`)
  expect(next.data.map((entry: { action: string }) => entry.action)).toEqual([
    'brand.updated',
    'brand.created',
  ])
  expect((await find('action=brand.created')).data).toHaveLength(1)
  expect((await find('actor=shell')).data).toHaveLength(1)
  expect((await find(`actor=user:${all.data[0].actor.id}`)).meta.pagination.total).toBe(3)
  expect((await find('actor=nobody')).error.details[0].field).toBe('actor')
  expect((await find('to=2020-01-01')).data).toEqual([])
})

test('a caller who is limited to brands sees only changes of these brands', async () => {
  const own = await makeIntegrator(server)
  const other = await makeIntegrator(server)
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [own.brand.slug] })
  const { body } = await manager.call('GET', '/audit?limit=200')
  const brands = new Set(body.data.map((entry: { brand: string }) => entry.brand))
  expect(brands).toEqual(new Set([own.brand.slug]))
  const [unheld, unknown] = [
    await manager.call('GET', `/audit?brand=${other.brand.slug}`),
    await manager.call('GET', '/audit?brand=no-such-brand'),
  ]
  expect([unheld.status, unheld.body.error.code]).toEqual([unknown.status, unknown.body.error.code])
  await other.register({ hin: 'HCX12345D526' })
  const [foreign, none] = [
    await manager.call('GET', '/audit?subject=warranty:HCX12345D526'),
    await manager.call('GET', '/audit?subject=warranty:HCX99999D526'),
  ]
  expect([foreign.status, foreign.body.data]).toEqual([none.status, none.body.data])
})

test('a caller who is limited to a brand sees changes of its dealers and groups, and no others', async () => {
  const [own, other] = [(await makeIntegrator(server)).brand.slug, (await makeIntegrator(server)).brand.slug]
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [own] })
  const call = async (by: typeof administrator, method: string, path: string, body?: object) => {
    const answer = await by.call(method, path, body && { body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body.data
  }
  const dealer = (name: string, ...brands: string[]) => ({ name: `${name} ${own}`, country: 'US', brands })
  const group = await call(manager, 'POST', '/dealer-groups', { name: `Mine ${own}` })
  const mine = await call(manager, 'POST', '/dealers', { ...dealer('Mine', own), group_id: group.id })
  await call(administrator, 'PATCH', `/dealers/${mine.id}`, { city: 'Miami' })
  await call(administrator, 'PATCH', `/dealer-groups/${group.id}`, { name: `Still mine ${own}` })
  const imported = `name,country\nImported ${own},US\n`
  const job = await administrator.call('POST', `/imports?kind=dealers&brand=${own}`, {
    headers: { 'content-type': 'text/csv' },
    raw: imported,
  })
  const path = `/imports/${job.body.data.id}`
  await administrator.call('GET', `${path}/events`)
  await call(administrator, 'POST', `${path}/commit`)
  await administrator.call('GET', `${path}/events`)

  const foreignGroup = await call(administrator, 'POST', '/dealer-groups', { name: `Foreign ${own}` })
  const foreign = await call(administrator, 'POST', '/dealers', {
    ...dealer('Foreign', other),
    group_id: foreignGroup.id,
  })
  await call(administrator, 'PATCH', `/dealer-groups/${foreignGroup.id}`, { name: `Still foreign ${own}` })
  const shared = await call(administrator, 'POST', '/dealers', dealer('Shared', own, other))
  await call(administrator, 'PATCH', `/dealers/${shared.id}`, { city: 'Tyler' })
  // It changes hands with another name: its former brand's name is not for the next one.
  await call(administrator, 'PATCH', `/dealers/${foreign.id}`, { name: `Moved ${own}`, brands: [own] })

  const read = async (kind: string) =>
    ((await call(manager, 'GET', `/audit?subject=${kind}&limit=200`)) as Entry[])
      .map(({ action, subject }) => `${action} ${subject.name}`.replace(` ${own}`, ''))
      .toReversed()
  expect(await read('group')).toEqual(['group.created Mine', 'group.updated Still mine'])
  expect(await read('dealer')).toEqual([
    'dealer.created Mine',
    'dealer.brand_added Mine',
    'dealer.updated Mine',
    'dealer.created Imported',
    'dealer.brand_added Imported',
    'dealer.brand_added Shared',
    'dealer.brand_added Moved',
  ])
  await call(manager, 'PATCH', `/dealers/${mine.id}`, { group_id: null })
  await call(manager, 'DELETE', `/dealer-groups/${group.id}`)
  expect((await read('group')).at(-1)).toBe('group.deleted Still mine')
})

test('a caller who is limited to a brand sees changes of its users and tokens, and no others', async () => {
  const [own, other] = [(await makeIntegrator(server)).brand.slug, (await makeIntegrator(server)).brand.slug]
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [own] })
  const make = async (path: string, body: object) => {
    const { data } = (await administrator.call('POST', path, { body })).body
    return (fields: object) => administrator.call('PATCH', `${path}/${data.id}`, { body: fields })
  }
  const user = (name: string, ...brands: string[]) =>
    make('/users', { email: `${name}-${own}@example.com`, role: 'viewer', brands })
  const token = (name: string, ...brands: string[]) =>
    make('/tokens', { name: `${name}-${own}`, kind: 'service', permissions: ['leads:read'], brands })
  const [mine, foreign] = [await user('mine', own), await user('foreign', other)]
  await mine({ active: false })
  await foreign({ active: false })
  // Its former brand is not for its next one to see.
  await foreign({ brands: [own] })
  await foreign({ active: true })
  await user('shared', own, other)
  await make('/users', { email: `all-${own}@example.com`, role: 'viewer', brands: [own], all_brands: true })
  const key = await token('mine', own)
  await key({ active: false })
  await token('foreign', other)
  await token('shared', own, other)

  const read = async (kind: string) =>
    ((await manager.call('GET', `/audit?action=${kind}&limit=200`)).body.data as Entry[])
      .map(({ action, subject }) => `${action} ${subject.name.split('-')[0]}`)
      .filter((line) => /(mine|foreign|shared|all)$/.test(line))
      .toReversed()
  expect(await read('user')).toEqual([
    'user.created mine',
    'user.invited mine',
    'user.updated mine',
    'user.updated foreign',
  ])
  expect(await read('token')).toEqual(['token.created mine', 'token.updated mine'])
})

interface Entry {
  action: string
  subject: { name: string }
}
