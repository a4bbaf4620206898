import { afterAll, expect, test } from 'vitest'
import { makeWorld, registrationBody } from '../world.test-support.ts'
import { type BrowseInput, browseWarranties } from './browse-warranties.ts'
import { createWarrantyIn } from './create-warranty.ts'
import { createPageReader, listWarranties } from './list-warranties.ts'

const world = await makeWorld()
afterAll(() => world.drop())

test('lists are complete for a caller who holds 1,000 brands', async () => {
  const { db } = world
  const brands = Array.from({ length: 1_000 }, (_, i) => i + 3)
  await db.write((trx) =>
    trx
      .insertInto('brands')
      .values(brands.map((id) => ({ id, slug: `brand-${id}`, name: 'Brand', updated_at: 0 })))
      .execute(),
  )
  const principal = {
    kind: 'user' as const,
    id: 1,
    permissions: new Set(['warranty:list', 'warranty:create']),
    brands: new Set([1, 2, ...brands]),
  }
  // A fresh cache knows the new brands.
  const ctx = { ...world.ctx, principal, pages: createPageReader(db.read) }
  await expect.poll(async () => (await ctx.brands.getFresh()).byId.size).toBe(1_002)
  const hins: string[] = []
  for (const brand_id of [1, 500, 2, 1_002, 750]) {
    const registration = { ...registrationBody(), brand_id, model_year: '2025' }
    const known = await ctx.brands.getFresh()
    const made = await db.write((trx) => createWarrantyIn(ctx, trx, { brands: known, registration }))
    hins.unshift(made.warranty.hin)
  }

  const listed = await listWarranties(ctx, { page: 1, limit: 3 })
  expect([listed.warranties.map(({ hin }) => hin), listed.pagination.total]).toEqual([hins.slice(0, 3), 5])
  const later = await listWarranties(ctx, { page: 2, limit: 3 })
  expect(later.warranties.map(({ hin }) => hin)).toEqual(hins.slice(3))

  const filters: BrowseInput[] = [
    {},
    { status: 'active' },
    { model_year: '2025' },
    { sync_status: 'not_configured', registered_from: '1990-01-01' },
    { updated_since: '2020-01-01' },
    { q: registrationBody().contact.last_name, model_year: '2025' },
  ]
  for (const filter of filters) {
    const first = await browseWarranties(ctx, { ...filter, limit: 2 })
    const cursor = first.pagination.next_cursor!
    const rest = await browseWarranties(ctx, { ...filter, limit: 10, cursor })
    const found = [...first.items, ...rest.items].map(({ hin }) => hin)
    const expected = filter.sync_status ? hins.filter((hin) => found.includes(hin)) : hins
    expect([found, first.pagination.total], JSON.stringify(filter)).toEqual([expected, expected.length])
  }
})
