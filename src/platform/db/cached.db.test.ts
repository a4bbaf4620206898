import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { openTwicePerTest } from '../../../test/support/db.ts'
import { createSemaphore } from '../semaphore.ts'
import { type Cached, cached, invalidate, peek, prefetch } from './cached.ts'
import type { Db, Reader } from './db.ts'

const TOPIC = 'test-names'

const opened = openTwicePerTest()

/** Loads the names of dealer groups and then their number. */
async function load(reader: Reader) {
  const rows = await reader.selectFrom('dealer_groups').select('name').orderBy('id').execute()
  const { count } = await reader
    .selectFrom('dealer_groups')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { names: rows.map((row) => row.name), count: Number(count) }
}

function add(db: Db, name: string): Promise<void> {
  return db.write(async (trx) => {
    await trx.insertInto('dealer_groups').values({ name }).execute()
    await invalidate(db, trx, TOPIC)
  })
}

test('a long snapshot does not block opened.other one', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const long = opened.database.db.snapshot(() => promise)
  expect(await opened.database.db.snapshot(load)).toEqual({ names: [], count: 0 })
  resolve('at last')
  expect(await long).toBe('at last')
})

const namesIn = async <T extends { names: string[] }>(cache: Cached<T>) => (await cache.getFresh()).names

/** Waits until this process knows revisions without a query; embedded it always does. */
async function settled(cache: Cached<unknown>): Promise<void> {
  await cache.getFresh()
  await expect.poll(() => peek(cache.getFresh()), { timeout: 5_000, interval: 5 }).toBeDefined()
}

test('the first callers cause one load together', async () => {
  await add(opened.database.db, 'Ada')
  let loads = 0
  const names = cached(opened.database.db, TOPIC, (reader) => {
    loads++
    return load(reader)
  })
  expect(loads).toBe(0)
  const [one, other] = await Promise.all([names.getFresh(), names.getStale(), names.getFresh()])
  expect(one).toEqual({ names: ['Ada'], count: 1 })
  expect(other).toBe(one)
  expect(loads).toBe(1)
})

test('returns the value without a promise while nothing changes', async () => {
  const names = cached(opened.database.db, TOPIC, load)
  await settled(names)
  expect(names.getFresh()).toBe(names.getFresh())
  expect(names.getStale()).toBe(names.getFresh())
})

test('getFresh returns a write by the same process immediately', async () => {
  const names = cached(opened.database.db, TOPIC, load)
  await settled(names)
  for (const name of ['Ada', 'Bob', 'Cleo']) {
    await add(opened.database.db, name)
    expect((await namesIn(names)).at(-1)).toBe(name)
  }
})

test('getFresh returns a write by another process within two seconds, and immediately if embedded', async () => {
  const names = cached(opened.database.db, TOPIC, load)
  await settled(names)
  await add(opened.other, 'Ada')
  if (opened.database.dialect === 'sqlite') expect(await namesIn(names)).toEqual(['Ada'])
  await expect.poll(() => namesIn(names), { timeout: 2_000, interval: 10 }).toEqual(['Ada'])
})

test('a write that was rolled back, or invalidated opened.other topic, causes no load', async () => {
  const names = cached(opened.database.db, TOPIC, load)
  await settled(names)
  const before = names.getFresh()
  const failing = opened.database.db.write(async (trx) => {
    await invalidate(opened.database.db, trx, TOPIC)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  await opened.database.db.write((trx) => invalidate(opened.database.db, trx, 'another-topic'))
  expect(await names.getFresh()).toBe(before)
})

test('getStale returns the old value while it loads, and then the new one', async () => {
  let release = () => {}
  let hold: Promise<void> | undefined
  const names = cached(opened.database.db, TOPIC, async (reader) => {
    await hold
    return load(reader)
  })
  await settled(names)
  hold = new Promise((resolve) => {
    release = resolve
  })
  await add(opened.database.db, 'Ada')
  expect(names.getStale()).toEqual({ names: [], count: 0 })
  await sleep(20)
  expect(names.getStale()).toEqual({ names: [], count: 0 })
  const current = names.getFresh()
  release()
  expect(await current).toEqual({ names: ['Ada'], count: 1 })
  expect(names.getStale()).toEqual({ names: ['Ada'], count: 1 })
})

test('prefetch loads changes for the next getStale', async () => {
  const names = cached(opened.database.db, TOPIC, load)
  await settled(names)
  await add(opened.database.db, 'Ada')
  prefetch(names)
  await expect.poll(() => names.getStale()).toEqual({ names: ['Ada'], count: 1 })
})

test('caches one state of the database, never half of a concurrent change', async () => {
  let between = async () => {}
  const names = cached(opened.database.db, TOPIC, async (reader) => {
    const rows = await reader.selectFrom('dealer_groups').select('name').execute()
    await between()
    return { names: rows.map(({ name }) => name), count: (await load(reader)).count }
  })
  await add(opened.database.db, 'Ada')
  between = () => add(opened.other, 'Bob')
  expect(await names.getFresh()).toEqual({ names: ['Ada'], count: 1 })
  between = async () => {}
  await expect.poll(() => names.getFresh(), { timeout: 2_000 }).toMatchObject({ count: 2 })
})

describe('many changes', () => {
  /** Returns a cache whose further loads wait for `release`, and the number of loads that have started. */
  async function slowly(db: Db) {
    let gate: PromiseWithResolvers<void> | undefined
    const counts = { loads: 0 }
    const names = cached(db, TOPIC, async (reader) => {
      counts.loads++
      const loaded = await load(reader)
      await gate?.promise
      return loaded
    })
    await settled(names)
    gate = Promise.withResolvers()
    counts.loads = 0
    return {
      names,
      counts,
      release(error?: Error) {
        if (error) gate!.reject(error)
        else gate!.resolve()
        gate = undefined
      },
    }
  }

  test('during a load cause one more, and getFresh returns each of them', async () => {
    const { names, counts, release } = await slowly(opened.database.db)
    await add(opened.database.db, 'Ada')
    prefetch(names)
    await expect.poll(() => counts.loads).toBe(1)
    const results: Promise<string[]>[] = []
    for (let number = 0; number < 20; number++) {
      await add(opened.database.db, `${number}`)
      results.push(namesIn(names))
    }
    release()
    for (const [number, all] of (await Promise.all(results)).entries()) expect(all).toContain(`${number}`)
    // Two; on PostgreSQL, callers that must query the revision may come after them.
    expect(counts.loads).toBeLessThanOrEqual(3)
    expect(await namesIn(names)).toHaveLength(21)
  })

  test('before a waiting load starts cause no other one', async () => {
    const semaphore = createSemaphore({ concurrency: 1 })
    const busy = Promise.withResolvers<void>()
    const snapshot: Db['snapshot'] = (work) => semaphore(() => opened.database.db.snapshot(work))
    const { names, counts, release } = await slowly({ ...opened.database.db, snapshot })
    const other = semaphore(() => busy.promise)
    release()
    const results: Promise<string[]>[] = []
    for (let number = 0; number < 5; number++) {
      await add(opened.database.db, `${number}`)
      results.push(namesIn(names))
    }
    busy.resolve()
    await other
    expect(await Promise.all(results)).toEqual(Array(5).fill(['0', '1', '2', '3', '4']))
    expect(counts.loads).toBe(1)
  })

  test('are loaded although the load before them failed', async () => {
    const { names, counts, release } = await slowly(opened.database.db)
    await add(opened.database.db, 'Ada')
    const first = expect(names.getFresh()).rejects.toThrow('out of reach')
    await expect.poll(() => counts.loads).toBe(1)
    await add(opened.database.db, 'Bob')
    const second = namesIn(names)
    release(new Error('out of reach'))
    await first
    expect(await second).toEqual(['Ada', 'Bob'])
  })
})

test('after a failed load getStale returns the old value, getFresh fails, and the load is retried', async () => {
  let fails = false
  const names = cached(opened.database.db, TOPIC, async (reader) => {
    if (fails) throw new Error('out of reach')
    return load(reader)
  })
  await settled(names)
  fails = true
  await add(opened.database.db, 'Ada')
  expect(names.getStale()).toEqual({ names: [], count: 0 })
  await expect(names.getFresh()).rejects.toThrow('out of reach')
  prefetch(names)
  await sleep(20)
  expect(names.getStale()).toEqual({ names: [], count: 0 })
  fails = false
  // The load that prefetch started may still fail, for concurrent callers too.
  await expect.poll(() => namesIn(names)).toEqual(['Ada'])
})

test('a failed first load fails getStale and getFresh, and prefetch ignores it', async () => {
  let fails = true
  const names = cached(opened.database.db, TOPIC, async (reader) => {
    if (fails) throw new Error('out of reach')
    return load(reader)
  })
  prefetch(names)
  await sleep(20)
  await expect(names.getStale()).rejects.toThrow('out of reach')
  await expect(names.getFresh()).rejects.toThrow('out of reach')
  fails = false
  expect(await names.getFresh()).toEqual({ names: [], count: 0 })
})

/** Simulates the restore of an older copy of the database, for which PostgreSQL closes all connections. */
async function restore(revision: number): Promise<void> {
  await opened.other.write(async (trx) => {
    await trx.deleteFrom('dealer_groups').execute()
    await trx.insertInto('dealer_groups').values({ name: 'Restored' }).execute()
    await trx.updateTable('revisions').set({ revision }).where('topic', '=', TOPIC).execute()
  })
  if (opened.database.dialect === 'postgres') {
    const ended = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'LISTEN transom'`
    await ended.execute(opened.other.read)
  }
}

test('notices a restored database, whose revisions start from lower numbers', async () => {
  // The closed connection is reported.
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const db = await opened.database.openAnother()
  const names = cached(db, TOPIC, load)
  for (const name of ['Ada', 'Bob', 'Cleo']) await add(db, name)
  await settled(names)
  expect(await namesIn(names)).toHaveLength(3)
  await restore(1)
  await expect.poll(() => namesIn(names), { timeout: 5_000, interval: 50 }).toEqual(['Restored'])
  await settled(names)
  await add(db, 'Dora')
  expect(await namesIn(names)).toEqual(['Restored', 'Dora'])
  // The cache has the new state, not the one with the higher number.
  expect(names.getStale()).toEqual({ names: ['Restored', 'Dora'], count: 2 })
  await db.close()
  errors.mockRestore()
})
