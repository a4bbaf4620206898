import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPerTest } from '../../../test/support/db.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import type { Trx } from '../../platform/db/db.ts'
import { pendingMigrations } from '../../platform/db/migrate.ts'
import { checkAccess } from '../access/index.ts'
import { checkDealers } from '../dealers/index.ts'
import { checkDeliveries } from '../deliveries/index.ts'
import { checkPostgres, checkSchema } from './checks/check-database.ts'
import { examinePostgres } from './checks/integrity.ts'

const database = openPerTest()

const write = (work: (trx: Trx) => Promise<unknown>) =>
  database.db.write(async (trx) => void (await work(trx)))

async function brand(slug: string, fallback: number | null = null): Promise<number> {
  let id = 0
  await write(async (trx) => {
    const values = { slug, name: slug, fallback_dealer_id: fallback, updated_at: 0 }
    id = (await trx.insertInto('brands').values(values).returning('id').executeTakeFirstOrThrow()).id
  })
  return id
}

async function dealer(
  fields: { active?: boolean; placed?: boolean; country?: string; brands?: number[] } = {},
): Promise<number> {
  const { active = true, placed = true, country = 'US', brands = [] } = fields
  let id = 0
  await write(async (trx) => {
    const place = placed ? { latitude: 1, longitude: 1 } : {}
    const values = { name: 'D', active, country_code: country, ...place }
    id = (await trx.insertInto('dealers').values(values).returning('id').executeTakeFirstOrThrow()).id
    for (const brand_id of brands) {
      await trx.insertInto('dealer_brands').values({ brand_id, dealer_id: id }).execute()
    }
  })
  return id
}

const messages = (findings: { level: string; message: string }[]) =>
  findings.map(({ level, message }) => `${level} ${message}`)

test('an empty database has no findings', async () => {
  const { db } = database
  for (const findings of [
    await checkDealers(db.read),
    await checkAccess(db.read, clock),
    await checkDeliveries(db.read, clock),
  ]) {
    expect(findings).toMatchObject([{ level: 'ok' }])
  }
})

test('names dealers that are never shown, and territories and fallbacks without a dealer', async () => {
  const harbor = await brand('harbor')
  const good = await dealer({ brands: [harbor] })
  const fallback = await dealer()
  await brand('fine', fallback)
  expect(messages(await checkDealers(database.db.read))).toEqual([expect.stringMatching(/^ok All 2 active/)])

  const closed = await dealer({ active: false, brands: [harbor] })
  const unplaced = await dealer({ placed: false, brands: [harbor] })
  const brandless = await dealer()
  const canadian = await dealer({ country: 'CA', brands: [harbor] })
  await brand('lost', closed)
  await write(async (trx) => {
    for (const [i, dealer_id] of [good, closed, unplaced, brandless, canadian].entries()) {
      const territory = { brand_id: harbor, country: 'US', postal_code: `7506${i}`, dealer_id }
      await trx.insertInto('territories').values(territory).execute()
    }
  })
  expect(messages(await checkDealers(database.db.read))).toEqual([
    `warning 1 of 5 active dealers have no coordinates and are never shown: ${unplaced}.`,
    `warning 1 of 5 active dealers carry no brand and are never shown: ${brandless}.`,
    expect.stringContaining('4 territories have a dealer that is inactive'),
    expect.stringContaining('The fallback dealer of lost is inactive'),
  ])
  const territories = [1, 2, 3, 4].map((i) => `harbor US 7506${i}`)
  expect((await checkDealers(database.db.read)).map(({ records }) => records)).toEqual([
    [`${unplaced}`],
    [`${brandless}`],
    territories,
    ['lost'],
  ])
})

test('names active dealers whose email is no address', async () => {
  const harbor = await brand('harbor')
  const emails = ['a@b.example', '', 'Bob <bob@b.example>', 'a@b.example, c@b.example']
  const ids: number[] = []
  for (const email of emails) {
    const id = await dealer({ brands: [harbor] })
    await write((trx) => trx.updateTable('dealers').set({ email }).where('id', '=', id).execute())
    ids.push(id)
  }
  expect(messages(await checkDealers(database.db.read))).toEqual([
    `warning The email of 2 active dealers is not one plain e-mail address: ${ids[2]}, ${ids[3]}. They get no mail about leads.`,
  ])
})

test('names active users and tokens without any permission', async () => {
  const harbor = await brand('harbor')
  await write(async (trx) => {
    const user = { password_hash: 'x', updated_at: 0 }
    const add = async (email: string, active: boolean) =>
      (
        await trx
          .insertInto('api_users')
          .values({ ...user, email, email_key: email, active })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const allowed = await add('whole@example.com', true)
    await trx.insertInto('api_user_brands').values({ user_id: allowed, brand_id: harbor }).execute()
    await trx
      .insertInto('api_user_permissions')
      .values({ user_id: allowed, permission: 'warranty:*' })
      .execute()
    const half = await add('half@example.com', true)
    await trx.insertInto('api_user_brands').values({ user_id: half, brand_id: harbor }).execute()
    await add('gone@example.com', false)
    await trx
      .insertInto('api_tokens')
      .values({ name: 'website', token_hash: 'h', active: true, updated_at: 0 })
      .execute()
  })
  expect(messages(await checkAccess(database.db.read, clock))).toEqual([
    'warning Users without a permission are refused: half@example.com.',
    'warning Tokens without a brand are refused: website.',
    'warning Tokens without a scope are refused: website.',
    'warning Tokens that nobody has used for a week or more: website.',
  ])
})

test('distinguishes failed deliveries, late ones, and those that no worker sends', async () => {
  const harbor = await brand('harbor')
  const now = clock.now()
  const minute = 60_000_000
  const add = (status: 'pending' | 'failed' | 'delivered', created: number, due: number) =>
    write((trx) =>
      trx
        .insertInto('deliveries')
        .values({
          kind: 'lead_webhook',
          event: 'lead.submitted',
          brand_id: harbor,
          subject_id: 1,
          lane: 'lead:1',
          message_id: `msg_${created}_${due}`,
          status,
          next_attempt_at: due,
          created_at: created,
        })
        .execute(),
    )
  await add('pending', now, now + minute)
  await add('delivered', now - 500 * minute, now - 500 * minute)
  expect(await checkDeliveries(database.db.read, clock)).toMatchObject([{ level: 'ok' }])
  await add('failed', now - 500 * minute, now - 400 * minute)
  await add('pending', now - 90 * minute, now + minute)
  await add('pending', now - 20 * minute, now - 10 * minute)
  expect(messages(await checkDeliveries(database.db.read, clock))).toEqual([
    'warning Failed: 1 lead_webhook of harbor (3).',
    'fault 1 lead_webhook of harbor (5) should have been sent more than five minutes ago, but no worker sends them.',
    'warning 1 lead_webhook of harbor (4) could not be delivered for more than an hour. Attempts continue for a day.',
  ])
})

test('distinguishes a receiver that is slow or down from deliveries that no worker sends', async () => {
  const now = clock.now()
  const minute = 60_000_000
  let deliveries = 0
  /** Adds a delivery that has been due for `due` minutes, with attempts made `attempted` minutes ago. */
  async function addPending(
    brand_id: number,
    kind: 'warranty_sync' | 'lead_webhook',
    due: number,
    ...attempted: number[]
  ) {
    const key = `${kind}:${++deliveries}`
    const delivery = { kind, event: 'e', brand_id, subject_id: 1, lane: key, message_id: key } as const
    await write(async (trx) => {
      const { id } = await trx
        .insertInto('deliveries')
        .values({ ...delivery, status: 'pending', next_attempt_at: now - due * minute, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const attempt = { delivery_id: id, duration_ms: 1, status: 503, error: 'e', answer: null, worker: 'w' }
      const rows = attempted.map((ago, index) => ({ ...attempt, number: index + 1, at: now - ago * minute }))
      if (rows.length > 0) await trx.insertInto('delivery_attempts').values(rows).execute()
    })
  }
  const harbor = await brand('harbor')
  const tide = await brand('tide')
  await addPending(harbor, 'warranty_sync', 10)
  await addPending(harbor, 'warranty_sync', 9)
  await addPending(harbor, 'warranty_sync', -30, 4)
  await addPending(tide, 'warranty_sync', 8, 6)
  await addPending(tide, 'lead_webhook', 7)
  // The first attempt of a lead is made by its request, even without a worker.
  await addPending(tide, 'lead_webhook', -1, 1)
  const found = await checkDeliveries(database.db.read, clock)
  expect(messages(found)).toEqual([
    'fault 1 lead_webhook of tide (5), 1 warranty_sync of tide (4) should have been sent more than five minutes ago, but no worker sends them.',
    'warning 2 warranty_sync of harbor (1, 2) wait for a receiver that is slow or down.',
  ])
  await addPending(tide, 'lead_webhook', -1, 60, 1)
  expect(messages(await checkDeliveries(database.db.read, clock))[1]).toMatch(
    /1 lead_webhook of tide \(5\) wait/,
  )
})

test('names missing migrations, and reports a database that is too new', async () => {
  const { db } = database
  expect(await pendingMigrations(db)).toEqual([])
  expect(await checkSchema(db)).toMatchObject([{ level: 'ok' }])
  await write((trx) => sql`delete from schema_migrations where name like '0001%'`.execute(trx))
  expect(await checkSchema(db)).toMatchObject([
    { level: 'warning', message: expect.stringContaining('0001_') },
  ])
  await write((trx) => sql`insert into schema_migrations values ('9999_later.sql', 'x', 0)`.execute(trx))
  const [tooNew, ...others] = await checkSchema(db)
  expect(others).toEqual([])
  expect(tooNew).toEqual({
    level: 'fault',
    message: expect.stringMatching(/9999_later\.sql.* Run the newer version\.$/),
  })
})

test('the connections and the clock of PostgreSQL are checked', async () => {
  const { db } = database
  if (db.dialect === 'sqlite') return
  const server = await examinePostgres(db.read, () => clock.now())
  expect(server.version).toBeGreaterThanOrEqual(150_000)
  expect(Math.abs(server.clockAhead)).toBeLessThan(30_000_000)
  const levels = async (poolSize: number, ahead = 0) =>
    (await checkPostgres(db, { now: () => clock.now() + ahead }, poolSize)).map(({ level }) => level)
  expect(await levels(1)).toEqual(['ok', 'ok'])
  expect(await levels(server.maxConnections - 1)).toEqual(['ok', 'warning'])
  expect(await levels(server.maxConnections)).toEqual(['ok', 'fault'])
  expect(await levels(1, 5_000_000)).toEqual(['ok', 'warning', 'ok'])
  expect(await levels(1, -60_000_000)).toEqual(['ok', 'fault', 'ok'])
})

test("a territory's dealer may be in Puerto Rico", async () => {
  const id = await brand('harbor-craft')
  const dealer_id = await dealer({ country: 'PR', brands: [id] })
  await write((trx) =>
    trx
      .insertInto('territories')
      .values({ brand_id: id, country: 'US', postal_code: '00901', dealer_id })
      .execute(),
  )
  expect(await checkDealers(database.db.read)).toMatchObject([{ level: 'ok' }])
})
