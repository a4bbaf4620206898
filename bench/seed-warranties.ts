import type { Db } from '../src/platform/db/db.ts'
import type { TestDatabase } from '../test/support/databases.ts'
import { settle } from './seed.ts'
import { BRANDS } from './world.ts'

/** Coprime to 10^9, so that serial numbers don't repeat and are scattered in every index. */
const SCATTER = 618_970_019
const SERIALS = 1_000_000_000

/** Returns the HIN of the warranty with this number, from 1. Two series never overlap. */
export function hinOf(number: number, series = 'BNC'): string {
  return series + String(SERIALS + ((number * SCATTER) % SERIALS)).slice(1)
}

/** Inserts `count` warranties, spread evenly over the brands, a minute apart, the last one new. */
export async function seedWarranties(database: TestDatabase, db: Db, count: number): Promise<void> {
  const isPostgres = db.dialect === 'postgres'
  const date = (text: string) => (isPostgres ? `CAST(${text} AS date)` : text)
  const twoDigits = (number: string) => `substr(CAST(100 + ${number} AS text), 2)`
  const dayAndMonth = `${twoDigits('1 + i % 12')} || '-' || ${twoDigits('1 + i % 28')}`
  const registered = date(`'2025-' || ${dayAndMonth}`)
  const newest = Date.now() * 1000
  await db.exclusive(async ({ query }) => {
    // SQLite: the indexes of a million rows are filled in memory.
    if (!isPostgres) await query('PRAGMA cache_size = -400000')
    await query(`
      WITH RECURSIVE n (i) AS (SELECT CAST(1 AS bigint) UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO warranties (
        brand_id, hin, model, model_code, model_year, is_used, registration_date, purchase_date,
        warranty_start_date, warranty_duration_months, warranty_end_date, coverage_type, warranty_status,
        warranty_notes, order_number, sync_status, created_by, created_at, updated_at)
      SELECT
        1 + i % ${BRANDS.length}, 'BNC' || substr(CAST(${SERIALS} + i * ${SCATTER} % ${SERIALS} AS text), 2),
        'Tidewater ' || (18 + i % 20), 'TW-' || (i % 200), '2025', i % 10 = 0, ${registered}, ${registered},
        ${registered}, 60, ${date(`'2030-' || ${dayAndMonth}`)},
        CASE i % 3 WHEN 0 THEN 'full' WHEN 1 THEN 'limited' ELSE 'structural' END,
        CASE WHEN i % 50 = 0 THEN 'voided' WHEN i % 12 = 0 THEN 'expired' ELSE 'active' END,
        CASE WHEN i % 4 = 0 THEN 'Delivered with a spare propeller' END, 'SO-' || i, 'not_configured', 1,
        ${newest} - (${count} - i) * 60000000, ${newest} - (${count} - i) * 60000000
      FROM n`)
    await query(`
      INSERT INTO ownerships (
        warranty_id, first_name, last_name, email, email_key, phone, address, zipcode, city, state, country_code,
        registration_date, purchase_date, created_at)
      SELECT
        id, 'Ada', 'Rivers ' || id, 'owner' || id || '@example.com', 'owner' || id || '@example.com',
        '+1 512 555 ' || (1000 + id % 9000), id || ' Harbor Street', '78701', 'Austin', 'TX', 'US',
        registration_date, purchase_date, created_at
      FROM warranties`)
    await query(
      isPostgres
        ? `INSERT INTO warranty_terms (epoch, term, record_id, brand_id)
           SELECT w.id >> 11, terms.term, w.id, w.brand_id
           FROM warranties w
           JOIN ownerships o ON o.warranty_id = w.id
           CROSS JOIN LATERAL (SELECT regexp_replace(o.phone, '[^0-9]', '', 'g') AS digits) phone
           CROSS JOIN LATERAL (VALUES
             ('ada'), ('rivers'), (w.id::text), (lower(w.hin)), (o.email_key),
             ('+' || right(digits, 10)), ('-' || reverse(digits))) terms (term)`
        : `INSERT INTO warranty_terms (epoch, term, record_id, brand_id)
           SELECT w.id >> 11, terms.value, w.id, w.brand_id
           FROM warranties w
           JOIN ownerships o ON o.warranty_id = w.id
           CROSS JOIN json_each(
             search_terms(o.first_name || ' ' || o.last_name, o.phone, w.hin, o.email_key)) terms`,
    )
    await query(`
      INSERT INTO warranty_counts (brand_id, warranty_status, total)
      SELECT brand_id, warranty_status, count(*) FROM warranties GROUP BY brand_id, warranty_status`)
  })
  await settle(database)
}
