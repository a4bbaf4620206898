import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { apply } from '../../setup/apply.test-support.ts'
import { type TokenUse, trackTokenUse } from './token-use.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

const MINUTE = 60_000_000

let now = 1_000 * MINUTE
const clock = { now: () => now }
let ids: number[]
let use: TokenUse

beforeEach(async () => {
  now += 1_000 * MINUTE
  const names = ['one', 'two'].map((name) => `${name} ${now}`)
  const { api_tokens } = await apply(db, { api_tokens: names.map((name) => ({ name })) })
  ids = api_tokens.map((token) => token.id)
  use = trackTokenUse({ db, clock })
})

async function lastUses(): Promise<(number | null)[]> {
  const tokens = db.read.selectFrom('api_tokens').select('last_used_at').where('id', 'in', ids)
  return (await tokens.orderBy('id').execute()).map((row) => row.last_used_at)
}

test('a first use is written immediately, further ones of the same minute a minute later', async () => {
  const began = now
  use.note(ids[0]!)
  await use.write()
  expect(await lastUses()).toEqual([began, null])

  now = began + MINUTE / 2
  use.note(ids[0]!)
  use.note(ids[1]!)
  await use.write()
  expect(await lastUses()).toEqual([began, now])

  now = began + MINUTE
  await use.write()
  expect(await lastUses()).toEqual([began + MINUTE / 2, began + MINUTE / 2])
})

test('on shutdown all uses are written', async () => {
  use.note(ids[0]!)
  await use.write()
  now += 1
  use.note(ids[0]!)
  await use.write({ all: true })
  expect(await lastUses()).toEqual([now, null])
})

test('a later use that another process recorded stays', async () => {
  const other = trackTokenUse({ db, clock })
  use.note(ids[0]!)
  await use.write()
  now += 1
  use.note(ids[0]!)
  await use.write()
  now += 1
  other.note(ids[0]!)
  await other.write()
  await use.write({ all: true })
  expect(await lastUses()).toEqual([now, null])
})

test('a use changes no revision, so no process reloads users and tokens', async () => {
  const revisions = () => db.read.selectFrom('revisions').selectAll().orderBy('topic').execute()
  const counted = await revisions()
  use.note(ids[0]!)
  await use.write()
  expect(await lastUses()).toEqual([now, null])
  expect(counted).toContainEqual({ topic: 'access', revision: expect.any(Number) })
  expect(await revisions()).toEqual(counted)
})

test('the database is not queried when no use is due', async () => {
  let writes = 0
  const watched = trackTokenUse({
    db: {
      ...db,
      write(work) {
        writes++
        return db.write(work)
      },
    },
    clock,
  })
  await watched.write()
  watched.note(ids[0]!)
  await watched.write()
  watched.note(ids[0]!)
  await watched.write()
  expect(writes).toBe(1)
})

test('after a database error the uses are written a minute later, and none is lost', async () => {
  let broken = true
  let attempts = 0
  const flaky = trackTokenUse({
    db: {
      ...db,
      write(work) {
        attempts++
        return broken ? Promise.reject(new Error('away')) : db.write(work)
      },
    },
    clock,
  })
  const used = now
  flaky.note(ids[0]!)
  await expect(flaky.write()).rejects.toThrow('away')
  await flaky.write()
  expect(attempts).toBe(1)
  broken = false
  now += MINUTE
  await flaky.write()
  expect(await lastUses()).toEqual([used, null])
})
