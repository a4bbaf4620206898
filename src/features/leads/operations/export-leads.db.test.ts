import { Command } from 'commander'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { audited } from '../../../../test/support/audited.ts'
import { keepOutput } from '../../../../test/support/output.ts'
import { unguardCell } from '../../../platform/csv-cell.ts'
import type { Db } from '../../../platform/db/db.ts'
import { createBrandCache, selectBrands } from '../../brands/index.ts'
import { registerLeadCommands } from '../cli.ts'
import { leadBody, makeWorld } from '../leads.test-support.ts'
import { exportLeads } from './export-leads.ts'
import { type LeadFilter, listLeads, pagesOfLeads } from './list-leads.ts'

const START = 1_700_000_000_000_000

/** Leads of both brands in turn, a second apart. */
async function fill(db: Db, count: number) {
  const leads = Array.from({ length: count }, (_, index) => ({
    brand_id: 1 + (index % 2),
    contact_category: index % 3 === 0 ? 'trade_in' : 'request_quote',
    contact_email: 'a@b.example',
    body: JSON.stringify({ ...leadBody(), send_to_dealer: false }),
    send_to_dealer: false,
    dealer_id: null,
    dealer: null,
    received_at: START + index * 1_000_000,
  }))
  await db.write((trx) => trx.insertInto('leads').values(leads).execute())
}

const deliveries = { enqueueAll: async () => {}, wakeAll: async () => {} }
const contextOf = (db: Db) => ({ ...audited(db), brands: createBrandCache(db), deliveries })

async function exported(db: Db, { brand, ...filter }: LeadFilter = {}): Promise<number[][]> {
  const { brands, principal } = contextOf(db)
  const selected = selectBrands(await brands.getFresh(), principal, brand)
  const pages: number[][] = []
  for await (const page of pagesOfLeads(db.read, selected, filter)) {
    pages.push(page.map(({ lead_id }) => lead_id))
  }
  return pages
}

async function textOf(db: Db, format: 'csv' | 'ndjson'): Promise<string> {
  let text = ''
  const listParts = await exportLeads(contextOf(db), { format })
  for await (const part of listParts(db.read)) text += part.text
  return text
}

describe('an export', () => {
  it('has every lead once, brand by brand and oldest first, up to 500 at a time', async () => {
    const { database } = await makeWorld()
    await fill(database.db, 2_501)
    const pages = await exported(database.db)
    const odd = Array.from({ length: 1_251 }, (_, i) => 2 * i + 1)
    const even = Array.from({ length: 1_250 }, (_, i) => 2 * i + 2)
    expect(pages.flat()).toEqual([...odd, ...even])
    expect(Math.max(...pages.map((page) => page.length))).toBe(500)
    expect((await exported(database.db, { limit: 1_252 })).flat()).toEqual([...odd, 2])
  })

  it('has the leads of a brand, a category and a time', async () => {
    const { database } = await makeWorld()
    await fill(database.db, 1_400)
    const find = {
      brand: 'harbor-craft',
      category: 'trade_in',
      since: START + 4_000_000,
      until: START + 18_000_000,
    }
    expect((await exported(database.db, find)).flat()).toEqual([7, 13])
    const late = (await exported(database.db, { since: START + 20_000_000 })).flat()
    expect(late).toHaveLength(1_380)
    expect(new Set(late).size).toBe(1_380)
    expect(await listLeads(contextOf(database.db), { ...find, limit: 10 })).toMatchObject({
      items: [{ lead_id: 13 }, { lead_id: 7 }],
      pagination: { total: 2, next_cursor: null },
    })
    expect((await exported(database.db, { ...find, brand: '1' })).flat()).toEqual([7, 13])
    expect((await exported(database.db, { since: START + 1_400_000_000 })).flat()).toEqual([])
  })

  it.each([
    [['--brand', 'harbour-craft'], 'There is no brand "harbour-craft". Did you mean "harbor-craft"?'],
    [['--since', 'yesterday'], '--since must be a time such as 30m'],
    [['--until', '2026-02-30'], '--until must be a time such as 30m'],
  ])('with %j writes nothing', async (flags, message) => {
    const { database } = await makeWorld()
    const { kept, output } = keepOutput()
    const program = new Command()
    registerLeadCommands(program, (work) => work(contextOf(database.db)), output)
    const words = ['leads', 'export', ...flags]
    await expect(program.parseAsync(words, { from: 'user' })).rejects.toThrow(message)
    expect(kept).toMatchObject({ printed: [], noted: [], written: '' })
  })

  it('has cells that no spreadsheet runs, and that can be read back', async () => {
    const world = await makeWorld({ dedupeSeconds: 60 })
    const nasty = ['=1+1', '+1', '-1', '@SUM(A1)', "'=1", 'a "b",\r\nc;d', 'Zoë 🚤']
    for (const contact_last_name of nasty) {
      const contact = { contact_email: 'a@b.example', contact_last_name, shoe: 7 }
      await world.post(leadBody({ contact, custom_fields: { note: contact_last_name }, utm: ['=1'] }))
    }
    await world.post(
      leadBody({
        contact: { contact_email: 'a@b.example', contact_last_name: '=1+1', shoe: 7 },
        custom_fields: { note: '=1+1' },
        utm: ['=1'],
      }),
    )
    const csv = await textOf(world.database.db, 'csv')
    const rows = parse(csv, { columns: true }) as Record<string, string>[]
    expect(rows.map((row) => unguardCell(row.contact_last_name!))).toEqual(nasty)
    for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
    expect(rows[0]).toMatchObject({
      lead_id: '1',
      brand: 'harbor-craft',
      contact_category: 'request_quote',
      send_to_dealer: 'false',
      contact_last_name: "'=1+1",
      contact_email_optin: 'true',
      email_optin_source: 'default',
      custom_fields: '{"note":"=1+1"}',
      other_fields: '{"utm":["=1"],"contact":{"shoe":7}}',
      dealer_reason: 'not_wanted',
      token_id: '1',
      client_address: '127.0.0.1',
      duplicates: '1',
    })
  })

  it('has the dealer in columns of its own', async () => {
    const world = await makeWorld()
    const contact = { contact_email: 'a@b.example', contact_zip_code: '75067' }
    await world.post(leadBody({ contact, send_to_dealer: true }))
    const [row] = parse(await textOf(world.database.db, 'csv'), { columns: true }) as object[]
    expect(row).toMatchObject({
      dealer_id: '15',
      dealer_code: 'HC-015',
      dealer_name: 'Tidewater Marine',
      dealer_match_type: 'territory',
      dealer_reason: 'territory',
    })
  })

  it('leaves the sender empty for leads without a consent record', async () => {
    const { database } = await makeWorld()
    await fill(database.db, 1)
    expect(JSON.parse(await textOf(database.db, 'ndjson'))).toMatchObject({
      lead_id: 1,
      dealer_reason: null,
      consent: { email_optin_source: null, token_id: null, client_address: null, user_agent: null },
      duplicates: 0,
    })
  })
})
