import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { createBrandCache } from '../../brands/index.ts'
import { STATES } from '../queries.ts'
import { type LeadFilter, listLeads } from './list-leads.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

const ctx = { db, brands: createBrandCache(db), principal: { kind: 'shell' as const, name: 'tester' } }
const CATEGORIES = ['request_quote', 'trade_in', 'contact_dealer']

/** Leads of three brands; two come at the same moment each time. */
const LEADS = Array.from({ length: 90 }, (_, i) => ({
  id: i + 1,
  brand_id: 1 + (i % 3),
  contact_category: CATEGORIES[(i >> 1) % 3]!,
  state: STATES[(i >> 2) % 4]!,
  dealer_id: i % 5 === 0 ? null : 1 + (i % 2),
  received_at: 1_000 + (i >> 1),
}))

beforeAll(() =>
  db.write(async (trx) => {
    const brands = [1, 2, 3].map((id) => ({ id, slug: `brand-${id}`, name: 'Brand', updated_at: 0 }))
    await trx.insertInto('brands').values(brands).execute()
    const common = {
      contact_email: 'pat@example.com',
      body: JSON.stringify({ contact: {} }),
      send_to_dealer: db.dialect === 'sqlite' ? 0 : false,
    } as const
    await trx
      .insertInto('leads')
      .values(LEADS.map((lead) => ({ ...common, ...lead })))
      .execute()
  }),
)

const FILTERS: LeadFilter[] = [
  {},
  { brand: 'brand-2' },
  { category: 'trade_in' },
  { category: 'trade_in', brand: 'brand-1' },
  { category: 'nothing' },
  { state: 'failed' },
  { state: 'failed', category: 'request_quote' },
  { dealer: 2 },
  { dealer: 2, state: 'assigned', brand: 'brand-3' },
  { dealer: 1, category: 'contact_dealer' },
  { since: 1_010, until: 1_030 },
  { since: 1_010, until: 1_030, category: 'contact_dealer' },
  { since: 1_010, until: 1_030, dealer: 1 },
]

function expectedIds({ brand, category, state, dealer, since = 0, until = Infinity }: LeadFilter): number[] {
  return LEADS.filter(
    (lead) =>
      (brand === undefined || brand === `brand-${lead.brand_id}`) &&
      (category === undefined || category === lead.contact_category) &&
      (state === undefined || state === lead.state) &&
      (dealer === undefined || dealer === lead.dealer_id) &&
      lead.received_at >= since &&
      lead.received_at < until,
  )
    .toSorted((a, b) => b.received_at - a.received_at || b.id - a.id)
    .map(({ id }) => id)
}

test.each(FILTERS)('a list with %j has the matching leads, by page and by cursor', async (filter) => {
  const expected = expectedIds(filter)
  const byPage: number[] = []
  for (let page = 1; page <= Math.ceil(expected.length / 7) + 1; page++) {
    const { items, pagination } = await listLeads(ctx, { ...filter, limit: 7, page })
    byPage.push(...items.map(({ lead_id }) => lead_id))
    expect(pagination.total).toBe(expected.length)
  }
  expect(byPage).toEqual(expected)
  const byCursor: number[] = []
  let cursor: string | null = null
  do {
    const { items, pagination } = await listLeads(ctx, { ...filter, limit: 7, ...(cursor && { cursor }) })
    byCursor.push(...items.map(({ lead_id }) => lead_id))
    cursor = pagination.next_cursor
  } while (cursor)
  expect(byCursor).toEqual(expected)
})

test('a caller without brands sees none', async () => {
  const principal = {
    kind: 'user' as const,
    id: 1,
    brands: new Set<number>(),
    permissions: new Set(['leads:read']),
  }
  for (const filter of [{}, { dealer: 2 }, { q: 'pat' }]) {
    const { items, pagination } = await listLeads({ ...ctx, principal }, filter)
    expect([items, pagination.total]).toEqual([[], 0])
  }
})

test('lists are complete with 1,000 brands', async () => {
  const brands = Array.from({ length: 1_000 }, (_, i) => ({
    id: i + 4,
    slug: `many-${i}`,
    name: 'Brand',
    updated_at: 0,
  }))
  await db.write((trx) => trx.insertInto('brands').values(brands).execute())
  const all = { ...ctx, brands: createBrandCache(db) }
  for (const filter of [{}, { category: 'trade_in' }, { category: 'trade_in', since: 1_010, until: 1_030 }]) {
    const expected = expectedIds(filter)
    const first = await listLeads(all, { ...filter, limit: 4 })
    const cursor = first.pagination.next_cursor!
    const rest = await listLeads(all, { ...filter, limit: 100, cursor })
    const found = [...first.items, ...rest.items].map(({ lead_id }) => lead_id)
    expect([found, first.pagination.total]).toEqual([expected, expected.length])
  }
})
