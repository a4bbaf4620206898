import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectData, expectError } from '../support/envelope.ts'
import { makeIntegrator, newHin, warrantyBody } from '../support/integrator.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { makeTempFolder, removeFolder } from '../support/temp-folders.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer()
  folder = makeTempFolder('audit')
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  removeFolder(folder)
})

interface Entry {
  actor: { kind: string; name: string | null }
  action: string
  subject: { name: string | null }
  before: object | null
  after: object | null
}

async function transom(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await server.command(...args)
  expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' })
  return stdout
}

async function list(...args: string[]): Promise<Entry[]> {
  return JSON.parse(await transom('audit', 'list', '--json', ...args)).entries
}

function file(name: string, ...lines: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

test("a user's change of a warranty is recorded immediately, once, and without the owner", async () => {
  const integrator = await makeIntegrator(server)
  const hin = newHin()
  const key = { 'idempotency-key': hin }
  for (const _ of ['first', 'again']) expectData(await integrator.register({ hin }, key), 201)
  expect((await integrator.register({ hin })).status).toBe(409)
  const path = `/warranty/${hin}`
  expectData(
    await integrator.call('PATCH', path, {
      body: { warranty_status: 'voided', warranty_notes: 'hush', contact: { phone: '+1 555 0100' } },
    }),
  )
  const { contact } = warrantyBody(integrator.brand.id)
  const transfer = await integrator.call('POST', `${path}/transfer`, { body: { contact } })
  expectError(transfer, 409, 'WARRANTY_NOT_TRANSFERABLE')
  const entries = await list('--hin', hin)
  expect(entries.map(({ action, actor }) => [action, actor.kind, actor.name])).toEqual([
    ['warranty.updated', 'user', integrator.credentials.email],
    ['warranty.registered', 'user', integrator.credentials.email],
  ])
  expect(entries[0]).toMatchObject({
    before: { warranty_status: 'active' },
    after: { warranty_status: 'voided', warranty_notes: 'changed', phone: 'changed' },
  })
  for (const value of ['Ada', 'Rivers', 'ada@example.com', '555 0100', 'hush']) {
    expect(JSON.stringify(entries)).not.toContain(value)
  }
  const [line] = (await transom('audit', 'list', '--hin', hin, '--limit', '1')).split('\n')
  expect(line).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:]{8}Z {2}user \S+ {2}warranty\.updated {2}\w{12} \(brand-\w+\): /,
  )
})

test('changes by commands are the administrator’s', async () => {
  const { brand } = await makeIntegrator(server)
  const code = `D-${brand.slug}`
  const dealers = file('dealers.csv', 'code,name,country,contact', `${code},Pier 9,US,Ada Keel`)
  const postal = file('SE.txt', 'SE\t111 29\tStockholm\tStockholm\tAB\t\t\t\t\t59.32\t18.06\t4')
  await transom('dealers', 'import', dealers, '--brand', brand.slug, '--dry-run')
  await transom('dealers', 'import', dealers, '--brand', brand.slug)
  await transom('dealers', 'import', dealers, '--brand', brand.slug)
  await transom('postal-codes', 'import', postal, '--country', 'SE')
  const ofDealer = await list('--subject', `dealer:${code}`)
  expect(ofDealer.map(({ action }) => action)).toEqual(['dealer.brand_added', 'dealer.created'])
  expect(ofDealer[1]).toMatchObject({ actor: { kind: 'shell', name: expect.stringMatching(/./) } })
  expect(ofDealer[1]!.after).toMatchObject({ name: 'Pier 9', primary_contact: 'changed' })
  expect(await list('--subject', 'postal_codes:SE')).toMatchObject([
    { action: 'postal_codes.imported', before: { codes: 0 }, after: { codes: 1 } },
  ])
  const administrators = await list('--actor', 'administrator', '--brand', brand.slug)
  expect(administrators.map(({ action }) => action)).toEqual([
    'dealer.brand_added',
    'dealer.created',
    'token.created',
    'user.created',
    'brand.created',
  ])
})
