import type { Db } from '../src/platform/db/db.ts'
import type { TestDatabase } from '../test/support/databases.ts'
import { settle } from './seed.ts'
import { BRANDS } from './world.ts'

/** Inserts `count` dealers, each of one brand, spread evenly over the brands and the United States. */
export async function seedDealers(database: TestDatabase, db: Db, count: number): Promise<void> {
  const zip = 'substr(CAST(110000 + i % 90000 AS text), 2)'
  await db.exclusive(async ({ query }) => {
    await query(`
      WITH RECURSIVE n (i) AS (SELECT CAST(1 AS bigint) UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO dealers (
        dealer_code, name, legal_name, address, city, state, postal_code, country, country_code, phone, email, website,
        latitude, longitude, logo_url, primary_contact, created_at, updated_at)
      SELECT
        'HP-' || i, 'Harbor Point Marine ' || i, 'Harbor Point Marine ' || i || ' LLC', (100 + i) || ' Lakeshore Drive',
        'Springfield', 'TX', ${zip}, 'USA', 'US', '+1 512 555 0100', 'sales@harborpoint' || i || '.example.com',
        'https://www.harborpoint' || i || '.example.com', 25 + i % 2400 * 0.01, -120 + i % 5000 * 0.01,
        'https://cdn.example.com/dealers/' || i || '/logo.png', 'Grace Hopkins', 0, 0
      FROM n`)
    await query(
      `INSERT INTO dealer_brands (brand_id, dealer_id) SELECT 1 + id % ${BRANDS.length}, id FROM dealers`,
    )
  })
  await settle(database)
}
