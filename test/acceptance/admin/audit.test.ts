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
    (await administrator.call('GET', `/audit?brand=${brand.slug}&${query}`)).body
  const all = await find('limit=2')
  expect(all.data[0]).toMatchObject({
    action: 'brand.updated',
    actor: { kind: 'user', name: administrator.credentials.email },
    subject: { kind: 'brand', id: brand.id, name: brand.slug },
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

test('who is limited to brands sees what was done to these alone', async () => {
  const own = await makeIntegrator(server)
  const other = await makeIntegrator(server)
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [own.brand.slug] })
  const { body } = await manager.call('GET', '/audit?limit=200')
  const brands = new Set(body.data.map((entry: { brand: { slug: string } }) => entry.brand.slug))
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
