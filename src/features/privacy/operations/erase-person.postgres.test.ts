import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { warrantyQueueKey } from '../../warranties/index.ts'
import { makeWorld, type World } from '../../warranties/world.test-support.ts'
import { withErasures } from '../privacy.test-support.ts'
import { erasePerson } from './erase-person.ts'

const [FIRST, SECOND] = ['HIN00000A526', 'HIN00000B526'] as const
const nora = { first_name: 'Nora', last_name: 'Newman', email: 'nora@example.com', zipcode: '20095' }

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.drop())

const erase = () => erasePerson(withErasures(world.ctx), { email: 'ada@example.com' })

/** Waits until so many connections wait for a lock. */
const untilWaiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db.read)
      return rows.length
    })
    .toBe(count)

/** Has `work` done while somebody holds the rows that this statement locks. */
async function whileHeld(statement: ReturnType<typeof sql>, work: () => Promise<void>) {
  await world.db.write(async (trx) => {
    await statement.execute(trx)
    await work()
  })
}

/** Has warranties sent by a CRM that repeats the first name it was told, when it is let. */
function startCrm() {
  const sending = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  world.ctx.deliveries.register('warranty_sync', {
    timeoutMs: 10_000,
    async send({ subjectId }) {
      const { first_name } = await world.db.read
        .selectFrom('ownerships')
        .select('first_name')
        .where('warranty_id', '=', subjectId)
        .executeTakeFirstOrThrow()
      sending.resolve()
      await answered.promise
      const body = Buffer.from(`saved ${first_name}`)
      return { ok: true, answer: { status: 200, headers: {}, contentType: null, body, truncated: false } }
    },
  })
  world.ctx.deliveries.start()
  return { sending: sending.promise, answer: answered.resolve }
}

const answers = async () =>
  (await world.db.read.selectFrom('delivery_attempts').select('answer').execute()).map(({ answer }) => answer)
const owners = () =>
  world.db.read.selectFrom('ownerships').select(['first_name', 'email']).orderBy('id').execute()

test('does not change a new owner who has replaced the erased one meanwhile', async () => {
  await world.register({ hin: FIRST })
  let erasing: ReturnType<typeof erase> | undefined
  await world.db.write(async (trx) => {
    await trx.updateTable('warranties').set({ crm_contact_id: 'c-nora' }).execute()
    await trx
      .updateTable('ownerships')
      .set({ ...nora, email_key: nora.email })
      .execute()
    erasing = erase()
    await untilWaiting(1)
  })
  expect(await erasing).toMatchObject({ owners: 0, warranties: 0, complete: true })
  expect(await owners()).toEqual([{ first_name: 'Nora', email: nora.email }])
  const [warranty] = await world.db.read.selectFrom('warranties').select('crm_contact_id').execute()
  expect(warranty).toEqual({ crm_contact_id: 'c-nora' })
})

test('treats an owner who has become a former one meanwhile as a former one', async () => {
  await world.register({ hin: FIRST, brand_id: 2 })
  let erasing: ReturnType<typeof erase> | undefined
  await world.transfer(FIRST, { contact: nora, registration_date: '2025-06-01' }, async () => {
    erasing = erase()
    await untilWaiting(1)
  })
  expect(await erasing).toMatchObject({ owners: 1, warranties: 1, complete: true })
  expect(await owners()).toEqual([
    { first_name: 'Erased', email: null },
    { first_name: 'Nora', email: nora.email },
  ])
  const told = await world.db.read.selectFrom('deliveries').select('event').orderBy('id').execute()
  expect(told.map(({ event }) => event)).toEqual(['warranty.registered', 'warranty.transferred'])
})

test('has nothing sent of the person while it runs', async () => {
  await world.register({ hin: FIRST, brand_id: 2 })
  let erasing: ReturnType<typeof erase> | undefined
  let crm: ReturnType<typeof startCrm> | undefined
  await whileHeld(sql`select 1 from warranties for update`, async () => {
    erasing = erase()
    await untilWaiting(1)
    crm = startCrm()
    await untilWaiting(2)
  })
  await erasing
  crm!.answer()
  await expect.poll(answers).toEqual(['saved Erased', 'saved Erased'])
  await world.ctx.deliveries.stop()
})

describe('of what was queued, and sent, between the look at a queue and its lock', () => {
  /** Erases the owner of two warranties; an event of the second one is sent before that one is locked. */
  async function eraseMeanwhile(sent: (crm: ReturnType<typeof startCrm>) => unknown = () => undefined) {
    await world.register({ hin: FIRST, brand_id: 2 })
    await world.register({ hin: SECOND, brand_id: 2 })
    const { db, ctx } = world
    await db.write((trx) => trx.deleteFrom('deliveries').execute())
    const [, second] = await db.read.selectFrom('warranties').select('id').orderBy('id').execute()
    const { id } = second!
    const crm = startCrm()
    let erasing: ReturnType<typeof erase> | undefined
    await whileHeld(sql`select 1 from warranties where id < ${id} for update`, async () => {
      erasing = erase()
      await untilWaiting(1)
      const event = 'warranty.updated'
      const delivery = {
        kind: 'warranty_sync',
        event,
        brandId: 2,
        subjectId: id,
        queueKey: warrantyQueueKey(id),
      } as const
      await db.write((trx) => ctx.deliveries.enqueueAll(trx, [delivery]))
      ctx.deliveries.wake()
      await crm.sending
      await sent(crm)
    })
    expect(await erasing).toMatchObject({ owners: 2, complete: true })
    return crm
  }

  test('has nothing recorded', async () => {
    const crm = await eraseMeanwhile()
    crm.answer()
    await expect.poll(answers).toEqual(['saved Erased'])
    await world.ctx.deliveries.stop()
    expect(await answers()).toEqual(['saved Erased'])
  })

  test('forgets what was answered, too', async () => {
    await eraseMeanwhile(async (crm) => {
      crm.answer()
      await expect.poll(answers).toEqual(['saved Ada'])
    })
    await world.ctx.deliveries.stop()
    expect(await answers()).not.toContain('saved Ada')
  })
})

test('waits for another one, whose work it would undo', async () => {
  const lead = {
    brand_id: 1,
    contact_category: 'request_quote',
    contact_email: 'bo@example.com',
    body: '{"comments":"ask ada@example.com, or nora@example.com"}',
    send_to_dealer: false,
    received_at: 1,
  }
  await world.db.write((trx) => trx.insertInto('leads').values(lead).execute())
  const both: Promise<unknown>[] = []
  await whileHeld(sql`select 1 from leads for update`, async () => {
    both.push(erase())
    await untilWaiting(1)
    both.push(erasePerson(withErasures(world.ctx), { email: nora.email }))
    await untilWaiting(2)
  })
  await Promise.all(both)
  const [{ body }] = (await world.db.read.selectFrom('leads').select('body').execute()) as [{ body: string }]
  expect(body).toBe('{"comments":"ask [erased], or [erased]"}')
})
