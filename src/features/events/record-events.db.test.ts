import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import { apply } from '../setup/apply.test-support.ts'
import { recordEvents } from './record-events.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

test('each event is stored, and goes to the active endpoints of its brand that want its type', async () => {
  await apply(db, { brands: ['a', 'b'].map((slug) => ({ slug, name: slug })) })
  const [a, b] = (await db.read.selectFrom('brands').select('id').orderBy('slug').execute()).map(
    ({ id }) => id,
  )
  const endpoint = async (types: string[], brandIds: number[], active = true) => {
    const row = { url: 'https://example.com', event_types: JSON.stringify(types), secret: 'x' }
    return db.write(async (trx) => {
      const { id } = await trx
        .insertInto('event_endpoints')
        .values({ ...row, active: active ? 1 : 0, created_at: 1, updated_at: 1 } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const brand_id of brandIds)
        await trx.insertInto('event_endpoint_brands').values({ endpoint_id: id, brand_id }).execute()
      return id
    })
  }
  const all = await endpoint(['*'], [a!, b!])
  const some = await endpoint(['lead.received'], [a!])
  await endpoint(['*'], [a!], false)
  const event = (type: 'lead.received' | 'lead.failed', brandId: number, subject: string, at: number) => ({
    ...{ at, type, brandId, subject },
    data: { text: 'a "quoted" text' },
  })
  await db.write((trx) =>
    recordEvents(trx, [
      event('lead.received', a!, 'lead:1', 10),
      event('lead.failed', a!, 'lead:1', 11),
      event('lead.received', b!, 'lead:2', 12),
    ]),
  )
  const events = await db.read.selectFrom('events').selectAll().orderBy('id').execute()
  expect(events.map(({ type, data, place }) => [type, JSON.parse(data), place])).toEqual(
    ['lead.received', 'lead.failed', 'lead.received'].map((type) => [
      type,
      { text: 'a "quoted" text' },
      null,
    ]),
  )
  const deliveries = await db.read
    .selectFrom('deliveries')
    .select(['kind', 'event', 'brand_id', 'subject_id', 'lane', 'receiver'])
    .orderBy('id')
    .execute()
  const [first, second, third] = events.map(({ id }) => id)
  const row = (endpointId: number, event: string, brand_id: number, subject_id: number, subject: string) => ({
    ...{ kind: 'event', event, brand_id, subject_id },
    lane: `event:${endpointId}:${subject}`,
    receiver: `event:${endpointId}`,
  })
  expect(deliveries).toEqual([
    row(all, 'lead.received', a!, first!, 'lead:1'),
    row(some, 'lead.received', a!, first!, 'lead:1'),
    row(all, 'lead.failed', a!, second!, 'lead:1'),
    row(all, 'lead.received', b!, third!, 'lead:2'),
  ])
})

test('thousands of events are recorded in their order', async () => {
  const { id: brandId } = await db.read
    .selectFrom('brands')
    .select('id')
    .orderBy('slug')
    .executeTakeFirstOrThrow()
  const subjects = Array.from({ length: 2_500 }, (_, index) => `territory:${index}`)
  await db.write((trx) =>
    recordEvents(
      trx,
      subjects.map((subject, index) => ({
        at: 100 + index,
        type: 'territory.changed',
        brandId,
        subject,
        data: {},
      })),
    ),
  )
  const stored = await db.read
    .selectFrom('events')
    .select(['id', 'subject'])
    .where('type', '=', 'territory.changed')
    .orderBy('id')
    .execute()
  expect(stored.map(({ subject }) => subject)).toEqual(subjects)
  const sent = await db.read
    .selectFrom('deliveries')
    .select('subject_id')
    .where('event', '=', 'territory.changed')
    .orderBy('id')
    .execute()
  expect(sent.map(({ subject_id }) => subject_id)).toEqual(stored.map(({ id }) => id))
})
