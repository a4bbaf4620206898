import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import { systemClock } from '../../platform/clock.ts'
import { SYSTEM } from '../../platform/principal.ts'
import { listEvents } from './operations/list-events.ts'
import { recordEvents } from './record-events.ts'

const { db, openAnother, drop } = await openTestDatabase()
const another = await openAnother()
afterAll(async () => {
  await another.close()
  await drop()
})

const event = (subject: string) => ({
  ...{ at: systemClock.now(), type: 'lead.received' as const, brandId: 1, subject },
  data: { subject },
})
const read = async (after: number) =>
  (await listEvents({ db, clock: systemClock, principal: SYSTEM }, { after })).events

test('an event that is committed after a later one comes after it', async () => {
  const { promise: later, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const slow = another.write(async (trx) => {
    await recordEvents(trx, [event('lead:slow')])
    begin()
    await later
  })
  await begun
  await db.write((trx) => recordEvents(trx, [event('lead:quick')]))
  const first = await read(0)
  release()
  await slow
  const second = await read(first.at(-1)!.id)
  expect([first, second].map((events) => events.map(({ data }) => data))).toEqual([
    [{ subject: 'lead:quick' }],
    [{ subject: 'lead:slow' }],
  ])
  expect(second[0]!.id).toBeLessThan(first[0]!.id)
})
