import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { claimJob, INTERRUPTED } from './claim-job.ts'
import * as queries from './queries.ts'

const LEASE = 1_000

let database: OpenTestDatabase
let now = 0
const clock = { now: () => now }
beforeEach(async () => {
  now = 1_000_000
  database = await openTestDatabase()
  const brands = [1, 2].map((id) => ({ id, slug: `b${id}`, name: `B${id}`, updated_at: 0 }))
  await database.db.write((trx) => trx.insertInto('brands').values(brands).execute())
})
afterEach(() => database.drop())

const claim = () => claimJob({ db: database.db, clock }, LEASE)
const find = async (id: number) => (await queries.findImport(database.db.read, id))!

/** Stores an import; a running one was committed in the order of the calls. */
async function insert(state: 'checking' | 'running' | 'uploading', brand_id = 1) {
  const at = ++now
  return database.db.write(async (trx) => {
    const id = await queries.insertImport(trx, {
      ...{ kind: 'dealers', brand_id, mode: 'merge', options: '{}', principal: '{}', created_by: '{}' },
      ...{ created_at: at, updated_at: at },
    })
    await queries.updateImport(trx, { id }, { state, committed_at: state === 'running' ? at : null })
    return id
  })
}

test('checks and runs are claimed once, in their order; an upload is not', async () => {
  await insert('uploading')
  const ids = [await insert('checking'), await insert('running'), await insert('checking')]
  const claimed = [await claim(), await claim(), await claim()]
  expect(claimed.map((job) => job?.id)).toEqual(ids)
  expect(claimed.map((job) => job?.phase)).toEqual(['check', 'run', 'check'])
  expect(await claim()).toBeUndefined()
})

test('concurrent claims each get another import', async () => {
  const ids = [await insert('checking'), await insert('checking'), await insert('checking')]
  const claimed = await Promise.all([claim(), claim(), claim(), claim()])
  expect(claimed.flatMap((job) => job?.id ?? []).sort((a, b) => a - b)).toEqual(ids)
})

test('a run waits for the other run of its brand, and not for those of other brands', async () => {
  const [first, second, other] = [
    await insert('running'),
    await insert('running'),
    await insert('running', 2),
  ]
  const job = await claim()
  expect(job?.id).toBe(first)
  expect((await claim())?.id).toBe(other)
  expect(await claim()).toBeUndefined()
  await database.db.write((trx) =>
    queries.updateImport(trx, job!, { state: 'done', lease_token: null, lease_until: null }),
  )
  expect((await claim())?.id).toBe(second)
})

test('a run whose process has ended failed; its check begins again, three times at most', async () => {
  const run = await insert('running')
  await claim()
  now += LEASE + 1
  const check = await insert('checking')
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect((await claim())?.id).toBe(check)
    now += LEASE + 1
  }
  expect(await find(run)).toMatchObject({ state: 'failed', reason: INTERRUPTED, lease_token: null })
  expect(await claim()).toBeUndefined()
  expect(await find(check)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/^interrupted/) })
})

test('a process that has lost an import changes nothing in it', async () => {
  const id = await insert('checking')
  const lost = await claim()
  now += LEASE + 1
  await claim()
  const changed = await database.db.write((trx) => queries.updateImport(trx, lost!, { state: 'ready' }))
  expect([changed, (await find(id)).state]).toEqual([false, 'checking'])
})
