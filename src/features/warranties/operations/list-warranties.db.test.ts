import { afterAll, expect, test } from 'vitest'
import { makeWorld, userPrincipal } from '../world.test-support.ts'
import { createPageReader, listWarranties } from './list-warranties.ts'

const world = await makeWorld()
afterAll(() => world.drop())

test.each([
  ['the rows were read', 1],
  ['they were counted', -1],
])('a total agrees with its rows, though another warranty came or went after %s', async (_when, more) => {
  const { db } = world
  await db.write(async (trx) => {
    await trx.deleteFrom('ownerships').execute()
    await trx.deleteFrom('warranties').execute()
    await trx.deleteFrom('warranty_counts').execute()
  })
  for (let i = 0; i < 3; i++) await world.register()
  await db.write((trx) =>
    trx
      .updateTable('warranty_counts')
      .set((eb) => ({ total: eb('total', '+', more) }))
      .execute(),
  )
  const totalOf = async (page: number, limit: number) => {
    const { pagination } = await listWarranties(
      { ...world.ctx, pages: createPageReader(db.read), principal: userPrincipal([1]) },
      { page, limit },
    )
    return pagination.total
  }
  expect([await totalOf(1, 5), await totalOf(1, 3), await totalOf(2, 2)]).toEqual([3, 3, 3])
  // Where the end is not in sight.
  expect(await totalOf(1, 2)).toBe(Math.max(3, 3 + more))
  expect(await totalOf(3, 2)).toBe(3 + more)
})
