import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import type { Answer } from '../../support/client.ts'
import { makeIntegrator } from '../../support/integrator.ts'
import { startServer } from '../../support/server.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())
const administrator = await makeAdministrator(server)
const integrator = await makeIntegrator(server)
const brand = integrator.brand.slug
const other = `brand-${randomBytes(6).toString('hex')}`
const [code, foreign] = ['x', 'y'].map((name) => `${name}-${randomBytes(6).toString('hex')}`)

await server.apply({
  brands: [{ slug: other, name: other }],
  dealers: [
    {
      ...{ dealer_code: code, name: '=HYPERLINK("https://evil.example")', country: 'US', city: 'A, "B"' },
      ...{ latitude: 33, longitude: -97, brands: [brand, other] },
    },
    { dealer_code: foreign, name: 'Foreign', country: 'US', brands: [other] },
  ],
  territories: [
    { brand, country: 'US', postal_code: '75067', dealer_code: code },
    { brand: other, country: 'US', postal_code: '75067', dealer_code: foreign },
  ],
})
const hin = (await integrator.register()).body.data.hin
const contact = { contact_email: 'ada@example.com', contact_first_name: '=1+1' }
expect((await integrator.submitLead({ contact })).status).toBe(200)

const manager = await makeAdministrator(server, {
  permissions: ['dealers:read', 'warranty:read', 'leads:read'],
  brands: [brand],
})
const get = (query: string, caller = manager) => caller.call('GET', `/exports?${query}`)
const rowsOf = ({ text }: Answer): Record<string, string>[] => parse(text, { columns: true })
const recordsOf = ({ text }: Answer) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe.each(['csv', 'ndjson'] as const)('as %s', (format) => {
  const read = (answer: Answer) => (format === 'csv' ? rowsOf(answer) : recordsOf(answer))

  test('dealers of the caller have only the brands of the caller', async () => {
    const answer = await get(`kind=dealers&format=${format}`)
    expect(answer.status, answer.text).toBe(200)
    expect(read(answer).map((row) => [row.dealer_code, String(row.brands)])).toEqual([[code, brand]])
    expect(answer.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="dealers-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`),
    )
  })

  test('territories, warranties and leads are those of the brand', async () => {
    const territories = read(await get(`kind=territories&brand=${brand}&format=${format}`))
    expect(territories).toMatchObject([{ brand, country: 'US', postal_code: '75067', dealer_code: code }])
    expect(read(await get(`kind=warranties&format=${format}`))).toMatchObject([{ brand, hin }])
    expect(read(await get(`kind=leads&brand=${brand}&format=${format}`))).toMatchObject([{ brand }])
  })
})

test('a cell that a spreadsheet would run begins with a quote', async () => {
  const answer = await get('kind=dealers')
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(rowsOf(answer)[0]).toMatchObject({
    name: '\'=HYPERLINK("https://evil.example")',
    city: 'A, "B"',
    ...{ latitude: '33', longitude: '-97' },
  })
  expect(rowsOf(await get('kind=leads'))[0]!.contact_first_name).toBe("'=1+1")
})

test.each([
  ['kind=dealers&brand=no-such-brand', 404, 'NOT_FOUND'],
  [`kind=dealers&brand=${other}`, 404, 'NOT_FOUND'],
  [`kind=warranties&brand=${other}`, 404, 'NOT_FOUND'],
  [`kind=leads&brand=${other}`, 404, 'NOT_FOUND'],
  ['kind=people', 422, 'VALIDATION_ERROR'],
  ['', 422, 'VALIDATION_ERROR'],
  ['kind=dealers&format=xlsx', 422, 'VALIDATION_ERROR'],
  ['kind=dealers&since=2026-01-01', 422, 'VALIDATION_ERROR'],
])('%j is %d', async (query, status, errorCode) => {
  const answer = await get(query)
  expect([answer.status, answer.body.error.code]).toEqual([status, errorCode])
})

test.each([
  ['dealers', ['warranty:read', 'leads:read']],
  ['territories', ['warranty:read', 'leads:read']],
  ['warranties', ['dealers:read', 'leads:read']],
  ['leads', ['dealers:read', 'warranty:read']],
])('%s take their own read permission', async (kind, permissions) => {
  const caller = await makeAdministrator(server, { permissions, brands: [brand] })
  expect((await get(`kind=${kind}`, caller)).body.error.code).toBe('ENDPOINT_NOT_PERMITTED')
})

test('exported dealers and territories can be imported, and change nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transom-exports-'))
  for (const kind of ['dealers', 'territories']) {
    const file = join(folder, `${kind}.csv`)
    const { text } = await get(`kind=${kind}`)
    await writeFile(file, text)
    const { code: exit, stdout, stderr } = await server.command(kind, 'import', file, '--brand', brand)
    expect([exit, stderr], stdout).toEqual([0, expect.not.stringMatching(/invalid/)])
    expect((await get(`kind=${kind}`)).text).toBe(text)
  }
  await rm(folder, { recursive: true })
})

test('an export of many dealers has each one once', async () => {
  const many = `brand-${randomBytes(6).toString('hex')}`
  const names = Array.from({ length: 2_500 }, (_, i) => `Pier ${i}`)
  await server.apply({
    brands: [{ slug: many, name: many }],
    dealers: names.map((name) => ({ dealer_code: `${many}-${name}`, name, country: 'US', brands: [many] })),
  })
  const exported = rowsOf(await get(`kind=dealers&brand=${many}`, administrator))
  expect(exported.map(({ name }) => name)).toEqual(names)
})
