import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Crm, startCrm } from '../support/crm.ts'
import { makeIntegrator } from '../support/integrator.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let crm: Crm
let folder: string
/** A lead that came twice, and one that the CRM refused, right after it. */
let slug: string
let refusedId: number

beforeAll(async () => {
  server = await startServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  crm = await startCrm()
  folder = mkdtempSync(join(tmpdir(), 'transom-leads-'))
  ;({ slug, refusedId } = await withLeads())
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server[Symbol.asyncDispose]()
  await crm[Symbol.asyncDispose]()
})

const contact = { contact_email: 'ada@example.com', contact_first_name: '=cmd()', contact_email_optin: true }
const sender = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Website/1' }

async function withLeads() {
  const path = `/${randomUUID()}`
  crm.always(path, { status: 422 })
  const integrator = await makeIntegrator(server, {
    brand: {
      lead_webhook: { categories: { trade_in: crm.url(path) } },
      lead_dedupe_seconds: 3_600,
    },
  })
  await integrator.submitLead({ contact }, sender)
  await integrator.submitLead({ contact }, sender)
  const refused = await integrator.submitLead({ contact, contact_category: 'trade_in' }, sender)
  expect(refused.status).toBe(202)
  return { slug: integrator.brand.slug, refusedId: refused.body.lead_id as number }
}

it('leads list shows the newest, and reports when there is none', async () => {
  const listed = await server.command('leads', 'list', '--brand', slug, '--json')
  expect(listed.code, listed.stderr).toBe(0)
  const [newest, first] = JSON.parse(listed.stdout)
  expect(newest).toMatchObject({ lead_id: refusedId, lead: { contact_category: 'trade_in' }, duplicates: 0 })
  expect(first).toMatchObject({ brand: slug, duplicates: 1 })
  const lines = await server.command('leads', 'list', '--brand', slug, '--limit', '1')
  expect(lines.stdout).toContain('ada@example.com')
  expect(lines.stderr).toContain('more than 1')
  const none = await server.command('leads', 'list', '--brand', slug, '--category', 'test_ride')
  expect(none.code).toBe(2)
  expect((await server.command('leads', 'list', '--brand', 'nobody')).code).toBe(1)
})

it('leads show prints the lead, its sender and its deliveries', async () => {
  const shown = await server.command('leads', 'show', String(refusedId), '--json')
  expect(shown.code, shown.stderr).toBe(0)
  expect(JSON.parse(shown.stdout)).toMatchObject({
    lead_id: refusedId,
    brand: slug,
    dealer: null,
    dealer_reason: 'not_wanted',
    consent: {
      email_optin: true,
      email_optin_source: 'given',
      phone_optin: true,
      phone_optin_source: 'default',
      client_address: '203.0.113.9',
      user_agent: 'Website/1',
      token_id: expect.any(Number),
    },
    deliveries: [
      {
        kind: 'lead_webhook',
        status: 'failed',
        next_attempt: null,
        attempts: [{ number: 1, status: 422, error: expect.stringContaining('422') }],
      },
    ],
    came_again: [],
  })
  const first = await server.command('leads', 'show', String(refusedId - 1))
  expect(first.stdout).toContain('E-mail opt-in: yes (given by the caller)')
  expect(first.stdout).toContain("Phone opt-in: yes (the interface's default)")
  expect(first.stdout).toMatch(/^Came again \S+, sent with token \d+ from 203\.0\.113\.9 by Website\/1$/m)
  const none = await server.command('leads', 'show', '999999999')
  expect(none.code).toBe(2)
  expect(none.stderr).toContain('There is no lead 999999999.')
  expect((await server.command('leads', 'show', '1 OR 1=1')).code).toBe(1)
})

it('leads export writes CSV that no spreadsheet runs, and NDJSON, to a file or to the terminal', async () => {
  const file = join(folder, `${slug}.csv`)
  const written = await server.command('leads', 'export', '--brand', slug, '--output', file, '--json')
  expect(written.code, written.stderr).toBe(0)
  expect(JSON.parse(written.stdout)).toEqual({ written: 2, file })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const rows = parse(readFileSync(file), { columns: true }) as Record<string, string>[]
  expect(rows.map((row) => [row.lead_id, row.contact_first_name])).toEqual([
    [String(refusedId - 1), "'=cmd()"],
    [String(refusedId), "'=cmd()"],
  ])
  const lines = await server.command('leads', 'export', '--brand', slug, '--format', 'ndjson', '--limit', '1')
  expect(lines.stdout.match(/\n/g)).toHaveLength(1)
  expect(JSON.parse(lines.stdout).lead.contact.contact_first_name).toBe('=cmd()')
  const recent = await server.command('leads', 'list', '--brand', slug, '--since', '1h', '--json')
  expect(JSON.parse(recent.stdout)).toHaveLength(2)
  const later = await server.command('leads', 'export', '--brand', slug, '--since', '2999-01-01')
  expect(later.stdout).toMatch(/^lead_id,[^\n]*\n$/)
  expect((await server.command('leads', 'export', '--json')).code).toBe(1)
  const nowhere = await server.command('leads', 'export', '--output', join(folder, 'missing', 'x.csv'))
  expect(nowhere).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^[^\n]*x\.csv cannot be written: there is no such file/),
  })
  const unnamed = await server.command('leads', 'export', '--output', '')
  expect(unnamed).toEqual({ code: 1, stdout: '', stderr: '--output is empty. Give the name of a file.\n' })
  expect(readdirSync(folder)).toEqual([`${slug}.csv`])
})

it('leads are given to a dealer by its code, and listed by it', async () => {
  const code = `D-${randomUUID()}`
  await server.apply({ dealers: [{ dealer_code: code, name: 'Pier', country: 'US', brands: [slug] }] })
  const assigned = await server.command('leads', 'assign', `${refusedId}`, '--dealer', code)
  expect(assigned.stdout).toMatch(/^Assigned: lead \d+ to Pier \(id \d+\)\.$/m)
  const listed = await server.command('leads', 'list', '--dealer', code, '--json')
  expect(JSON.parse(listed.stdout)).toEqual([expect.objectContaining({ lead_id: refusedId })])
  const unknown = await server.command('leads', 'list', '--dealer', `${code}-none`)
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no dealer') })
})
