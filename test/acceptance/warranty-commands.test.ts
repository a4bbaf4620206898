import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectData } from '../support/envelope.ts'
import { makeIntegrator, newHin } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'

const server = await startFileServer()
const integrator = await makeIntegrator(server)

const path = (name: string) => join(server.database.env.DATA_DIR, name)
const warranties = (...words: string[]) => server.command('warranties', ...words)

test('the interface shows warranties that are imported beside the server, and an export returns them', async () => {
  const hin = newHin()
  writeFileSync(
    path('fleet.csv'),
    `HIN;Model;Year;Registered;First Name;Last Name;ZIP;Phone\n${hin.toLowerCase()};Tidewater 24;2025;2025-03-01;Ada;Rivers;75067;'+1 214 555 0100\n`,
  )
  expect(await warranties('import', path('fleet.csv'), '--brand', integrator.brand.slug)).toEqual({
    code: 0,
    stdout: 'Imported rows of warranties: 1.\n',
    stderr: '',
  })
  const record = expectData(await integrator.call('GET', `/warranty/${hin}`))
  expect(record).toMatchObject({ hin, contact: { phone: '+1 214 555 0100' }, crm_sync: { attempts: 0 } })

  const exported = await warranties('export', '--format', 'ndjson', '--brand', integrator.brand.slug)
  expect(exported.code).toBe(0)
  expect(
    exported.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ brand: integrator.brand.slug, ...record }])
  const shown = await warranties('show', hin, '--json')
  expect(JSON.parse(shown.stdout)).toMatchObject(record)
})

test('an export to a file appears when it is complete', async () => {
  const other = await makeIntegrator(server)
  for (let i = 0; i < 3; i++) await other.register()
  const { code, stderr } = await warranties(
    'export',
    '--brand',
    other.brand.slug,
    '--output',
    path('out.csv'),
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Warranties written to ${path('out.csv')}: 3.\n` })
  expect(readFileSync(path('out.csv'), 'utf8').split('\r\n')).toHaveLength(5)
})

test('finding nothing is distinguished from a failure', async () => {
  expect(await warranties('find', '--hin', 'ZZZ')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'There are no warranties to show.\n',
  })
  expect((await warranties('show', 'ZZZ00000A526')).code).toBe(2)
  expect((await warranties('find', '--brand', 'nobody')).code).toBe(1)
})
