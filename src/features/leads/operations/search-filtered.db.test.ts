import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { inChunks } from '../../../platform/db/chunks.ts'
import { createBrandCache } from '../../brands/index.ts'
import { leadTerms, toIndexed } from '../terms.ts'
import { type LeadFilter, listLeads } from './list-leads.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

const ctx = { db, brands: createBrandCache(db), principal: { kind: 'shell' as const, name: 'tester' } }

/** More than a search checks one by one. Nearly all are Smith's; the oldest are failed. */
const TOTAL = 24_000
const nameOf = (id: number) => (id % 5 === 0 ? 'Jones' : 'Smith')
const lead = (id: number) => ({
  contact: { contact_email: `pat${id}@example.com`, contact_last_name: nameOf(id) },
})

beforeAll(async () => {
  const brands = [{ id: 1, slug: 'brand-1', name: 'Brand', updated_at: 0 }]
  await db.write((trx) => trx.insertInto('brands').values(brands).execute())
  const ids = Array.from({ length: TOTAL }, (_, i) => i + 1)
  for (const some of inChunks(ids)) {
    await db.write(async (trx) => {
      const rows = some.map((id) => ({
        ...{ id, brand_id: 1, received_at: id, contact_email: `pat${id}@example.com` },
        contact_category: id % 2 === 0 ? 'even' : 'odd',
        state: id <= 20 ? ('failed' as const) : ('received' as const),
        body: JSON.stringify(lead(id)),
        send_to_dealer: (db.dialect === 'sqlite' ? 0 : false) as never,
      }))
      await trx.insertInto('leads').values(rows).execute()
      await leadTerms.add(
        trx,
        some.map((id) => toIndexed(id, 1, lead(id) as never)),
      )
    })
  }
}, 120_000)

async function search(filter: LeadFilter) {
  const { items, pagination } = await listLeads(ctx, filter)
  const { total, total_is_minimum: isMinimum = false, next_cursor: cursor } = pagination
  return { ids: items.map(({ lead_id }) => lead_id), total, isMinimum, cursor }
}

test('few leads that meet the filters are found among many with the words', async () => {
  const failed = [19, 18, 17, 16, 14, 13, 12, 11, 9, 8, 7, 6, 4, 3, 2, 1]
  const first = await search({ q: 'smith', state: 'failed', limit: 10 })
  expect(first).toMatchObject({ ids: failed.slice(0, 10), total: failed.length, isMinimum: false })
  const cursor = first.cursor!
  expect((await search({ q: 'smith', state: 'failed', limit: 10, cursor })).ids).toEqual(failed.slice(10))
  expect((await search({ q: 'smith', state: 'failed', limit: 10, page: 2 })).ids).toEqual(failed.slice(10))
  expect(await search({ q: 'smith', state: 'assigned' })).toMatchObject({ ids: [], total: 0 })
})

test('if many leads match the filters, the count may end early, and paging continues', async () => {
  const first = await search({ q: 'smith', category: 'even', limit: 3 })
  expect(first).toMatchObject({ ids: [23_998, 23_996, 23_994], isMinimum: true })
  expect(first.total).toBeLessThan(TOTAL * 0.4)
  const last = await search({ q: 'smith', category: 'even', limit: 200, page: 40 })
  expect(last.ids.length).toBe(200)
  expect(await search({ q: 'smith', limit: 3 })).toMatchObject({ total: 10_000, isMinimum: true })
})
