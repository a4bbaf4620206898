import { afterAll, beforeAll, expect, test } from 'vitest'
import { audited } from '../../../../test/support/audited.ts'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { listDealers } from './list-dealers.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

const ctx = { ...audited(db), locateAll: async () => new Map() }

/** More than are looked up by their ids. */
const COUNT = 1_200

/** Pier 1 to 1200 in Lake City and Ridge, every third of them of brand 2. */
const DEALERS = Array.from({ length: COUNT }, (_, i) => ({
  id: i + 1,
  dealer_code: `D-${i + 1}`,
  name: `Pier ${COUNT - i}`,
  city: i % 2 === 0 ? 'Lake City' : 'Ridge',
  email: i === 40 ? 'Sales@Gamma.example' : '',
  country: 'USA',
  country_code: 'US',
}))

beforeAll(() =>
  db.write(async (trx) => {
    const brands = [1, 2].map((id) => ({ id, slug: `brand-${id}`, name: 'Brand', updated_at: 0 }))
    await trx.insertInto('brands').values(brands).execute()
    await trx.insertInto('dealers').values(DEALERS).execute()
    const links = DEALERS.map(({ id }) => ({ brand_id: id % 3 === 0 ? 2 : 1, dealer_id: id }))
    await trx.insertInto('dealer_brands').values(links).execute()
  }),
)

const textOf = ({ name, dealer_code, email, city }: (typeof DEALERS)[number]) =>
  `${name} ${dealer_code} ${email} ${city}`.toLowerCase()

test.each([
  ['pier', undefined],
  ['PIER city', undefined],
  ['ier ake', undefined],
  ['pier', 'brand-2'],
  ['pier 77', undefined],
  ['d-77 ridge', 'brand-1'],
  ['gamma.EX', undefined],
  ['nowhere', undefined],
  ['pie_', undefined],
])('a search for %j among the dealers of %s finds them all, in either order', async (q, brand) => {
  const words = q.toLowerCase().split(' ')
  const expected = DEALERS.filter(
    (dealer) =>
      words.every((word) => textOf(dealer).includes(word)) &&
      (brand === undefined || (dealer.id % 3 === 0 ? 'brand-2' : 'brand-1') === brand),
  )
  for (const sort of ['id', 'name'] as const) {
    const found: number[] = []
    let cursor: string | null = null
    do {
      const input = { q, sort, limit: 500, ...(brand && { brand }), ...(cursor && { cursor }) }
      const { items, pagination } = await listDealers(ctx, input)
      if (!cursor) expect(pagination.total).toBe(expected.length)
      found.push(...items.map(({ id }) => id))
      cursor = pagination.next_cursor
    } while (cursor)
    const order = sort === 'id' ? expected : expected.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(found).toEqual(order.map(({ id }) => id))
  }
})

test('a dealer is found by its new name, and no longer by the old one', async () => {
  await db.write((trx) => trx.updateTable('dealers').set({ name: 'Bluewater' }).where('id', '=', 9).execute())
  const find = async (q: string) => (await listDealers(ctx, { q })).items.map(({ id }) => id)
  expect(await find('BLUEWATER d-9')).toEqual([9])
  // The other one has the number in its code.
  expect(await find('pier 1192')).toEqual([1192])
})

test.each([
  ['équipe', 10],
  ['ÉQUIPE', 10],
  ['Équipe*', undefined],
  ['ÎLE', 10],
  ['[île', 10],
  ['%île', undefined],
  ['straße', 10],
  ['ile', undefined],
])('letters beyond ASCII are found in either case: %j', async (q, id) => {
  const name = 'Équipe [Île] Straße'
  await db.write((trx) => trx.updateTable('dealers').set({ name }).where('id', '=', 10).execute())
  const { items } = await listDealers(ctx, { q })
  expect(items.map((dealer) => dealer.id)).toEqual(id === undefined ? [] : [id])
})
