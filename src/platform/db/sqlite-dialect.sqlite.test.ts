import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'

const ROUNDS = 5
const RUNS = 500

const database = await openTestDatabase()
afterAll(() => database.drop())

/** Returns the processor time of a run in microseconds, which other processes don't affect. */
async function cost(run: (value: number) => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage()
    for (let value = 0; value < RUNS; value++) await run(value)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / RUNS)
  }
  return least
}

test('a query is not planned again for every value', async () => {
  const { read } = database.db
  const warranties = (value: number) =>
    read
      .selectFrom('warranties')
      .innerJoin('ownerships', 'ownerships.warranty_id', 'warranties.id')
      .selectAll('warranties')
      .selectAll('ownerships')
      .where('brand_id', '=', value)
      .where('hin', '=', String(value))
      .compile()
  const queries = Array.from({ length: RUNS }, (_, value) => warranties(value))
  const planned = await cost((value) => read.executeQuery(queries[value]!))
  const { sql: text } = queries[0]!
  const again = await cost((value) =>
    read.executeQuery({ ...queries[value]!, sql: text.replaceAll('+?', '?') }),
  )
  expect(planned).toBeLessThan(again / 2)
})

test.each(['text', '007', '', 'Zoë 🚤', 0, -1.5, 2 ** 53 - 1, null])(
  '%j is stored and returned unchanged',
  async (value) => {
    const { rows } = await sql<{ value: unknown }>`select ${value} as value`.execute(database.db.read)
    expect(rows).toEqual([{ value }])
  },
)

test('text that looks like a number finds text', async () => {
  await database.db.write((trx) => trx.insertInto('dealer_groups').values({ id: 7, name: '007' }).execute())
  const named = (name: string) =>
    database.db.read.selectFrom('dealer_groups').select('id').where('name', '=', name).execute()
  expect(await named('007')).toEqual([{ id: 7 }])
  expect(await named('7')).toEqual([])
})
