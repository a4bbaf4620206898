import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../../test/support/db.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { awaitsExpiry, countWarranties, listPage } from './list-queries.ts'
import { findWarranties, findWarrantiesByHull } from './queries.ts'

/** PostgreSQL makes a plan for any values once it has seen five that were made for the values at hand. */
const RUNS = 10
const FILTERS = { page: 1, limit: 20 }

let database: OpenTestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.exclusive(async ({ query }) => {
    await query("INSERT INTO brands (slug, name, updated_at) VALUES ('one', 'One', 1), ('two', 'Two', 1)")
    await query(`
      INSERT INTO warranties (brand_id, hin, model, model_year, is_used, registration_date, purchase_date,
        warranty_start_date, warranty_status, sync_status, created_by, created_at, updated_at)
      SELECT 1 + i % 2, 'ABC' || (100000000 + i), 'T', '2025', false, '2025-01-01', '2025-01-01', '2025-01-01',
        'active', 'not_configured', 1, i, i
      FROM generate_series(1, 20000) AS n (i)`)
    await query(`
      INSERT INTO ownerships (warranty_id, first_name, last_name, zipcode, country_code, registration_date,
        purchase_date, created_at)
      SELECT id, 'Ada', 'Rivers', '78701', 'US', registration_date, purchase_date, 1 FROM warranties`)
    await query('ANALYZE')
  })
})
afterAll(() => database.drop())

test.each<[string, (trx: Trx) => Promise<unknown>]>([
  ['a get', (trx) => findWarranties(trx, { hin: 'ABC123456789', brandIds: [1, 2] })],
  ['gets together', (trx) => findWarrantiesByHull(trx, [{ hin: 'ABC123456789', brandIds: [1, 2] }])],
  ['the first page of a list', (trx) => listPage(trx, [1, 2], FILTERS, 0)],
  [
    'a page by cursor',
    (trx) =>
      listPage(trx, [1, 2], { ...FILTERS, after: { createdAt: 10_000, brandId: 1, hin: 'ABC100010000' } }, 0),
  ],
  ['a total', (trx) => countWarranties(trx, [1, 2], FILTERS)],
])('%s is not planned again each time', async (_, query) => {
  const other = await database.openAnother()
  const rows = await other.write(async (trx) => {
    for (let run = 0; run < RUNS; run++) await query(trx)
    return (
      await sql<{ generic_plans: number }>`select generic_plans from pg_prepared_statements`.execute(trx)
    ).rows
  })
  await other.close()
  expect(Math.max(...rows.map((row) => row.generic_plans))).toBe(RUNS - 5)
})

test('warranties that are overdue are looked for in their index alone', async () => {
  await database.db.exclusive(async ({ query }) => {
    await query("UPDATE warranties SET warranty_end_date = '2030-01-01'")
    await query('ANALYZE warranties')
  })
  const scans = await database.db.write(async (trx) => {
    for (let run = 0; run < RUNS; run++) expect(await awaitsExpiry(trx, '2026-01-01')).toBe(false)
    const { rows } = await sql<{ seq_scan: number }>`
      select seq_scan from pg_stat_xact_user_tables where relname = 'warranties'`.execute(trx)
    return rows[0]!.seq_scan
  })
  expect(scans).toBe(0)
})
