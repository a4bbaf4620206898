import type { Db } from '../src/platform/db/db.ts'
import type { TestDatabase } from '../test/support/databases.ts'
import { settle } from './seed.ts'
import { BRANDS } from './world.ts'

/**
 * Inserts `count` leads, spread evenly over the brands, a minute apart, the last one new. Only requests for quotes have
 * failed, and all leads have a dealer: `received` matches none.
 */
export async function seedLeads(database: TestDatabase, db: Db, count: number): Promise<void> {
  const isPostgres = db.dialect === 'postgres'
  const flag = (value: boolean) => (isPostgres ? String(value) : String(Number(value)))
  const newest = Date.now() * 1000
  await db.exclusive(async ({ query }) => {
    if (!isPostgres) await query('PRAGMA cache_size = -400000')
    await query(`
      WITH RECURSIVE
        n (i) AS (SELECT CAST(1 AS bigint) UNION ALL SELECT i + 1 FROM n WHERE i < ${count}),
        given (i, category) AS (
          SELECT i, CASE i / 7 % 4
            WHEN 0 THEN 'request_quote' WHEN 1 THEN 'trade_in' WHEN 2 THEN 'contact_dealer' ELSE 'build_a_boat' END
          FROM n)
      INSERT INTO leads (
        brand_id, contact_category, contact_email, body, send_to_dealer, dealer_id, dealer, received_at, dealer_reason,
        email_optin_given, phone_optin_given, state, updated_at)
      SELECT
        1 + i % ${BRANDS.length}, category, 'prospect' || i || '@example.com',
        '{"brand":"brand","contact_category":"' || category || '","send_to_dealer":false,' ||
          '"contact":{"contact_email":"prospect' || i || '@example.com","contact_first_name":"Grace",' ||
          '"contact_last_name":"Hopkins ' || i || '","contact_phone":"+1 512 555 ' || (1000 + i % 9000) || '",' ||
          '"contact_zip_code":"78701","contact_country_code":"US","contact_email_optin":true,' ||
          '"contact_phone_optin":true},"product":{"product_name":"Tidewater 24","product_year":"2026"},' ||
          '"custom_fields":{"utm_source":"fair","comments":"Please call in the afternoon"}}',
        ${flag(false)}, 1 + i % 500, '{"id":' || (1 + i % 500) || ',"name":"Harbor Point Marine ' || (i % 500) || '"}',
        ${newest} - (${count} - i) * 60000000, 'nearest', ${flag(true)}, ${flag(false)},
        CASE WHEN category = 'request_quote' AND i % 50 = 0 THEN 'failed' WHEN i / 3 % 3 = 0 THEN 'assigned' ELSE 'forwarded' END,
        ${newest} - (${count} - i) * 60000000
      FROM given`)
    await query(
      isPostgres
        ? `INSERT INTO lead_terms (epoch, term, record_id, brand_id)
           SELECT l.id >> 11, terms.term, l.id, l.brand_id
           FROM leads l
           CROSS JOIN LATERAL (SELECT CAST(1000 + l.id % 9000 AS text) AS digits) phone
           CROSS JOIN LATERAL (VALUES
             ('grace'), ('hopkins'), (l.id::text), (l.contact_email),
             ('+512555' || digits), ('-' || reverse('1512555' || digits))) terms (term)`
        : `INSERT INTO lead_terms (epoch, term, record_id, brand_id)
           SELECT l.id >> 11, terms.value, l.id, l.brand_id
           FROM leads l
           CROSS JOIN json_each(
             search_terms('Grace Hopkins ' || l.id, '+1 512 555 ' || (1000 + l.id % 9000), l.contact_email)) terms`,
    )
  })
  await settle(database)
}
