import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audited } from '../../test/support/audited.ts'
import { openTestDatabase } from '../../test/support/db.ts'
import { keepOutput } from '../../test/support/output.ts'
import { createBrandCache } from '../features/brands/index.ts'
import { apply } from '../features/setup/apply.test-support.ts'
import { registerCertificateCommand } from '../features/warranties/cli/certificate.ts'
import { startService } from './web-pages.test-support.ts'

const URL = 'https://transom.example.com'
const token = (name: string, fields: object) => ({
  name,
  kind: 'service',
  token: `sk_${name}-token-of-24-characters`,
  ...fields,
})
const STAFF = token('staff', { brands: ['harbor-craft'], permissions: ['warranty:*', 'warranty:correct'] })
const OTHERS = token('others', { brands: ['northwind'], permissions: ['warranty:*'] })
const LISTER = token('lister', { brands: ['harbor-craft'], permissions: ['warranty:list'] })

const database = await openTestDatabase()
let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  await apply(database.db, {
    brands: [
      { slug: 'harbor-craft', name: 'Harbor Craft' },
      { slug: 'northwind', name: 'Northwind' },
    ],
    api_tokens: [STAFF, OTHERS, LISTER],
  })
  service = await startService(database, { PUBLIC_URL: URL })
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const admin = (
  method: string,
  path: string,
  { by = STAFF, body }: { by?: typeof STAFF; body?: object } = {},
) =>
  service.send(method, `/admin/v1${path}`, {
    headers: { authorization: `Bearer ${by.token}` },
    ...(body && { body }),
  })

async function register(): Promise<{ id: number; hin: string }> {
  const hin = `${randomBytes(4).toString('hex').toUpperCase()}L425`
  const contact = { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' }
  const boat = { model: 'Tidewater 24', model_year: '2025', registration_date: '2025-03-01' }
  const created = await admin('POST', '/warranties', {
    body: { brand: 'harbor-craft', hin, contact, ...boat },
  })
  return { id: created.body.data.id, hin }
}

async function certificateOf(id: number) {
  const page = await admin('GET', `/warranties/${id}/certificate`)
  expect(page.status).toBe(200)
  return { ...page, code: /\/verify\/(\w+)"/.exec(page.text)![1]! }
}

test('a certificate is a page that may do nothing, and a PDF, with the same code', async () => {
  const { id, hin } = await register()
  const { headers, text, code } = await certificateOf(id)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-[^']*'; [^']*'none'/,
    ),
  })
  for (const shown of ['Harbor Craft', hin, 'Ada Rivers', `${URL}/verify/`]) expect(text).toContain(shown)
  const pdf = await admin('GET', `/warranties/${id}/certificate?format=pdf`)
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="warranty-${hin}.pdf"`,
  })
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.bytes.toString('latin1')).toContain(`/URI (${URL}/verify/${code})`)
  expect(pdf.bytes.toString('latin1')).toContain('/MediaBox [0 0 612 792]')
  const a4 = await admin('GET', `/warranties/${id}/certificate?format=pdf&paper=a4`)
  expect(a4.bytes.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]')
})

test.each([
  ['another brand', (id: number) => admin('GET', `/warranties/${id}/certificate`, { by: OTHERS }), 404],
  ['no permission', (id: number) => admin('GET', `/warranties/${id}/certificate`, { by: LISTER }), 403],
  ['no warranty', () => admin('GET', '/warranties/987654321/certificate'), 404],
  ['another format', (id: number) => admin('GET', `/warranties/${id}/certificate?format=png`), 422],
  ['an unknown parameter', (id: number) => admin('GET', `/warranties/${id}/certificate?size=a4`), 422],
])('%s: no certificate', async (_what, ask, status) => {
  const { id } = await register()
  expect((await ask(id)).status).toBe(status)
})

test('certificates made at the same time have one code', async () => {
  const { id } = await register()
  const made = await Promise.all([certificateOf(id), certificateOf(id), certificateOf(id)])
  expect(new Set(made.map(({ code }) => code)).size).toBe(1)
})

test('anybody sees model, end of the HIN and the status of today, and nothing about the owner', async () => {
  const { id, hin } = await register()
  const { code } = await certificateOf(id)
  const check = async () => service.send('GET', `/verify/${code.toLowerCase()}`)
  const { status, headers, text } = await check()
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  for (const shown of ['Tidewater 24', hin.slice(-4), 'Active']) expect(text).toContain(shown)
  expect(text).not.toMatch(new RegExp(`Ada|Rivers|75067|ada@|${hin}|2025-03-01|March`))
  await admin('PATCH', `/warranties/${id}`, { body: { warranty_status: 'voided' } })
  expect((await check()).text).toContain('Voided')
})

test.each(['7ZK3QF0M1N2P3R4S5T6V7W8X9Y', 'x', '%27%20or%201=1', '..%2f..%2fetc'])(
  'nobody issued the code %s',
  async (code) => {
    const { status, headers, text } = await service.send('GET', `/verify/${code}`)
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('There is no certificate with this code.')
  },
)

test('each client may check as many codes as it may send requests with a publishable key', async () => {
  const limited = await startService(database, { CLIENT_LIMIT_PER_MINUTE: '2' })
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await limited.send('GET', '/verify/x')).status)
  expect(statuses).toEqual([404, 404, 429])
  await limited.stop()
})

test('the shell writes the same certificate into a file', async () => {
  const { id, hin } = await register()
  const { code } = await certificateOf(id)
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const run = async (...words: string[]) => {
    const { kept, output } = keepOutput()
    const program = new Command().exitOverride().configureOutput({ writeErr() {} })
    const ctx = { ...audited(database.db), brands: createBrandCache(database.db) }
    registerCertificateCommand(
      program,
      (work) => work(ctx as never),
      output,
      () => URL,
    )
    await program.parseAsync(['warranties', 'certificate', hin, ...words], { from: 'user' })
    return kept
  }
  await run('--output', join(folder, 'a.html'))
  expect(readFileSync(join(folder, 'a.html'), 'utf8')).toContain(`${URL}/verify/${code}`)
  await run('--output', join(folder, 'b.pdf'), '--paper', 'a4')
  expect(readFileSync(join(folder, 'b.pdf'), 'latin1')).toContain('/MediaBox [0 0 595.28 841.89]')
  await expect(run('--output', join(folder, 'c'))).rejects.toThrow(/neither in \.pdf nor in \.html/)
  rmSync(folder, { recursive: true })
})
