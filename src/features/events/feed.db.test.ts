import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import { DAY_MICROS, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import { SYSTEM } from '../../platform/principal.ts'
import { apply } from '../setup/apply.test-support.ts'
import { listEvents } from './operations/list-events.ts'
import { pruneEvents } from './operations/prune-events.ts'
import { showEvent } from './operations/show-event.ts'
import { eraseEvents } from './person.ts'
import { recordEvents } from './record-events.ts'

const { db, openAnother, drop } = await openTestDatabase()
const another = await openAnother()
afterAll(async () => {
  await another.close()
  await drop()
})
await apply(db, { brands: [{ slug: 'a', name: 'A' }] })
const { id: brandId } = await db.read.selectFrom('brands').select('id').executeTakeFirstOrThrow()

let now = systemClock.now()
const clock = { now: () => now }
const event = (subject: string) => ({
  ...{ at: now, type: 'lead.received' as const, brandId, subject },
  data: { subject },
})
const read = async (after: number) =>
  (await listEvents({ db, clock, principal: SYSTEM }, { after, limit: 200 })).events
const newest = async () => {
  let last = 0
  for (;;) {
    const events = await read(last)
    if (events.length === 0) return last
    last = events.at(-1)!.id
  }
}

test('a poller sees every event once, while transactions end in any order', async () => {
  const start = await newest()
  let writing = true
  const seen: number[] = []
  const poll = async () => {
    for (let last = start, final = false; !final; ) {
      final = !writing
      const events = await read(last)
      seen.push(...events.map(({ id }) => id))
      if (events.length > 0) [last, final] = [events.at(-1)!.id, false]
    }
  }
  const write = (own: Db, writer: number) =>
    own.write(async (trx) => {
      await recordEvents(trx, [event(`lead:${writer}`)])
      // A transaction that began earlier may end later.
      if (own.dialect === 'postgres') await sleep((writer * 7) % 13)
      await recordEvents(trx, [event(`lead:${writer}`)])
    })
  const polling = [poll(), poll()]
  for (let round = 0; round < 5; round++) {
    const writers = Array.from({ length: 12 }, (_, index) => write(index % 2 ? db : another, index))
    await Promise.all(writers)
  }
  writing = false
  await Promise.all(polling)
  const stored = await db.read.selectFrom('events').select('id').where('id', '>', start).execute()
  const twice = [...stored, ...stored].map(({ id }) => id)
  expect(seen.toSorted((a, b) => a - b)).toEqual(twice.toSorted((a, b) => a - b))
})

test('a poller continues after an event that was erased or is no longer stored', async () => {
  const start = await newest()
  const add = (subject: string) => db.write((trx) => recordEvents(trx, [event(subject)]))
  await add('lead:one')
  const [one] = await read(start)
  await db.write((trx) => eraseEvents(trx, [one!.id]))
  await add('lead:two')
  const [two, ...others] = await read(one!.id)
  expect([two!.data, others]).toEqual([{ subject: 'lead:two' }, []])
  expect((await read(start)).map(({ id }) => id)).toEqual([two!.id])
  const before = async (id: number) =>
    (await listEvents({ db, clock, principal: SYSTEM }, { before: id, limit: 1 })).events.map(({ id }) => id)
  expect([await before(0), await before(two!.id)]).not.toContainEqual([one!.id])
  const ctx = { db, clock, principal: SYSTEM }
  expect(await showEvent(ctx, { id: two!.id })).toEqual(two)
  await expect(showEvent(ctx, { id: one!.id })).rejects.toThrow(NotFound)

  now += 31 * DAY_MICROS
  await add('lead:three')
  expect(await pruneEvents({ db, clock })).toBeGreaterThan(0)
  expect((await read(two!.id)).map(({ data }) => data)).toEqual([{ subject: 'lead:three' }])
  expect(await before(two!.id)).toEqual([])
  expect(await pruneEvents({ db, clock })).toBe(0)
})
