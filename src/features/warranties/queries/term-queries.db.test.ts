import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeWorld } from '../world.test-support.ts'

const world = await makeWorld()
afterAll(() => world.drop())

const MIGRATIONS = join(import.meta.dirname, '../../../../migrations')

/** Returns the statement with which the migration stored the terms of older warranties. */
function backfill(): string {
  const folder = join(MIGRATIONS, world.db.dialect)
  const name = readdirSync(folder).find((file) => file.endsWith('_warranty_search.sql'))!
  const text = readFileSync(join(folder, name), 'utf8')
  return /INSERT INTO warranty_terms.+? terms;$/ms.exec(text)![0].slice(0, -1)
}

const terms = () => world.db.read.selectFrom('warranty_terms').selectAll().execute()

test('the migration stores the same terms for older warranties as a registration does', async () => {
  const owners = [
    { first_name: "Zoë-Anne  'Zo'", last_name: 'O’Dell, Jr. (Quartermain)', phone: '+1 (972) 555-0143' },
    { first_name: 'Łukasz', last_name: 'MÜLLER/Ångström', phone: '040/1234567', email: 'Lukasz@Example.com' },
    { first_name: 'A', last_name: 'B_C & D: "E"; F', phone: '911', email: 'a.b@example.com' },
    {
      first_name: Array.from({ length: 20 }, (_, i) => `word${i}`).join(' '),
      last_name: 'x'.repeat(80),
      phone: '5',
    },
  ]
  for (const owner of owners) {
    const contact = { zipcode: '75067', email: 'owner@example.com', ...owner }
    await world.register({ contact })
  }
  const registered = await terms()
  expect(registered.length).toBeGreaterThan(30)
  await world.db.write(async (trx) => {
    await trx.deleteFrom('warranty_terms').execute()
    await sql.raw(backfill()).execute(trx)
  })
  const sorted = (rows: typeof registered) =>
    rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  expect(sorted(await terms())).toEqual(sorted(registered))
})
