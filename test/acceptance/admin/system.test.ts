import { expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { makeIntegrator } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'

const KEY = 'a-key-that-nobody-may-see'
const server = await startFileServer({ env: { METRICS_TOKEN: KEY, SHED_LOAD_LAG_MS: '5000' } })

test('settings are shown without secrets', async () => {
  const administrator = await makeAdministrator(server)
  const { body, text } = await administrator.call('GET', '/system/settings')
  const value = (name: string) => body.data.find((setting: { name: string }) => setting.name === name)
  expect(value('METRICS_TOKEN')).toEqual({ name: 'METRICS_TOKEN', value: '(set)', is_default: false })
  expect(value('SHED_LOAD_LAG_MS')).toMatchObject({ value: 5000, is_default: false })
  expect(text).not.toContain(KEY)
})

test('health shows the findings of the checks; findings about data only to callers with all brands', async () => {
  const administrator = await makeAdministrator(server)
  const { brand } = await makeIntegrator(server)
  const checks = async (caller: typeof administrator) => {
    const { body } = await caller.call('GET', '/system/health')
    return body.data.findings.map(({ check }: { check: string }) => check) as string[]
  }
  expect(await checks(administrator)).toEqual(
    expect.arrayContaining(['settings', 'machine', 'users and tokens']),
  )
  const viewer = await makeAdministrator(server, { role: 'viewer', brands: [brand.slug] })
  const seen = await checks(viewer)
  expect(seen).toContain('settings')
  expect(seen).not.toContain('users and tokens')
})

test('health knows the migrations that the server itself has applied', async () => {
  const administrator = await makeAdministrator(server)
  const { body } = await administrator.call('GET', '/system/health')
  const ofDatabase = body.data.findings.filter(({ check }: { check: string }) => check === 'database')
  expect(ofDatabase).toMatchObject([{ level: 'ok', message: 'It answers and has the newest schema.' }])
})
