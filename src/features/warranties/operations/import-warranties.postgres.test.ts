import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import { makeWorld, registrationBody, type World } from '../world.test-support.ts'
import { importWarranties } from './import-warranties.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.drop())

test('imports of the same boats in opposite order wait for each other, not in a circle', async () => {
  const rows = Array.from({ length: 4_000 }, (_, index) => ({
    line: index + 2,
    registration: registrationBody(),
    earlier: [],
    transferNotes: null,
    issues: [],
    warnings: [],
  }))
  let runs = 0
  const { db } = world
  const write: Db['write'] = (work) =>
    db.write((trx) => {
      runs++
      return work(trx)
    })
  const brand = (await world.ctx.brands.getFresh()).byId.get(1)!
  const options = { brand, sync: false, dryRun: false, skipInvalid: true, onProgress() {} }
  const ctx = { ...world.ctx, db: { ...db, write } }
  const reports = await Promise.all(
    [rows, rows.toReversed()].map((file) => importWarranties(ctx, { rows: file, ...options })),
  )
  expect(reports.map(({ taken }) => taken).sort()).toEqual([0, 4_000])
  expect(reports.map(({ duplicates }) => duplicates).sort()).toEqual([0, 4_000])
  // PostgreSQL would break a circle by undoing one, which begins again.
  expect(runs).toBe(2)
})
