import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { makeTempFolder, removeFolder } from '../../../test/support/temp-folders.ts'
import { writeCopy } from '../../features/backups/sqlite-copy.ts'
import type { Db, Trx } from './db.ts'
import { type Absent, openDatabase } from './open.ts'
import { isUnavailable } from './unavailable.ts'

let database: OpenTestDatabase
let db: Db
/** A connection that SQLite treats like another process's. */
let other: Sqlite.Database

beforeEach(async () => {
  database = await openTestDatabase()
  db = database.db
  other = new Sqlite(join(database.env.DATA_DIR, 'transom.db'), { timeout: 0 })
})
afterEach(async () => {
  other.close()
  await database.drop()
})

async function insert(trx: Trx, name: string): Promise<void> {
  await trx.insertInto('dealer_groups').values({ name }).execute()
}

const add = (name: string) => db.write((trx) => insert(trx, name))

/** Returns the rows that other connections read: committed ones only. */
const names = () => other.prepare('SELECT name FROM dealer_groups ORDER BY id').pluck().all()

/** Every commit of another connection changes it, so it counts commits. */
const version = () => other.pragma('data_version', { simple: true })

test('writes nothing into a file that was moved away, and continues when it is back', async () => {
  const file = join(database.env.DATA_DIR, 'transom.db')
  await add('kept')
  renameSync(file, `${file}.away`)
  const refused = await add('lost').catch((error: unknown) => error)
  expect(isUnavailable(refused)).toBe(true)
  await expect(db.ping()).rejects.toThrow('is not the database that was opened')
  writeFileSync(file, '')
  expect(isUnavailable(await add('lost').catch((error: unknown) => error))).toBe(true)
  renameSync(`${file}.away`, file)
  await add('back')
  await db.ping()
  expect(names()).toEqual(['kept', 'back'])
})

describe('while the file is away', () => {
  const scan = () => db.scan.selectFrom('dealer_groups').select('name').execute()
  const snapshot = () => db.snapshot((reader) => reader.selectFrom('dealer_groups').select('name').execute())

  test.each([
    ['nothing', () => undefined],
    ['an empty file', (file: string) => writeFileSync(file, '')],
    [
      'another database',
      (file: string) => {
        new Sqlite(`${file}.other`).exec('CREATE TABLE other (a); INSERT INTO other VALUES (1)').close()
        renameSync(`${file}.other`, file)
      },
    ],
  ])('%s in its place is never opened, and no acknowledged write is lost', async (_, put) => {
    const file = join(database.env.DATA_DIR, 'transom.db')
    await Promise.all([add('kept'), add('too')])
    other.close()
    const before = statSync(`${file}-wal`).size
    renameSync(file, `${file}.away`)
    put(file)
    const others = readdirSync(database.env.DATA_DIR)
    for (const open of [snapshot, scan, () => Promise.all([snapshot(), snapshot()])]) {
      expect(isUnavailable(await open().catch((error: unknown) => error))).toBe(true)
    }
    expect(readdirSync(database.env.DATA_DIR)).toEqual(others)
    expect(statSync(`${file}-wal`).size).toBe(before)
    renameSync(`${file}.away`, file)
    expect(await Promise.all([snapshot(), scan()])).toEqual([
      [{ name: 'kept' }, { name: 'too' }],
      [{ name: 'kept' }, { name: 'too' }],
    ])
    await add('back')
    await db.close()
    db = await database.openAnother()
    expect(await scan()).toHaveLength(3)
    await db.close()
    ;({ db } = database)
    other = new Sqlite(file)
  })

  test('another process does not create a new database over written data', async () => {
    const file = join(database.env.DATA_DIR, 'transom.db')
    await add('kept')
    const before = statSync(`${file}-wal`).size
    const { DATA_DIR } = database.env
    const open = (options: { absent: Absent }) =>
      openDatabase(
        { DATABASE_URL: undefined, DATABASE_POOL_SIZE: 1, DATA_DIR },
        { statementTimeoutMs: 0, onError: () => undefined, ...options },
      )
    renameSync(file, `${file}.away`)
    for (const put of [() => undefined, () => writeFileSync(file, '')]) {
      put()
      const away = /is missing or empty, but .*-wal, which may hold data/
      for (const absent of ['make', 'refuse'] as const) await expect(open({ absent })).rejects.toThrow(away)
      expect(() => writeCopy(file, `${file}.copy`, '')).toThrow(away)
    }
    expect(statSync(`${file}-wal`).size).toBe(before)
    renameSync(`${file}.away`, file)
    expect(names()).toEqual(['kept'])
  })
})

test('a caller that writes repeatedly does not starve others', async () => {
  let turns = 0
  let done = false
  const turn = () => {
    turns++
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  for (let number = 0; number < 50; number++) await add(`${number}`)
  done = true
  expect(turns).toBeGreaterThan(25)
})

const statuses = (results: PromiseSettledResult<unknown>[]) => results.map(({ status }) => status)

describe('jobs in flight share a commit', () => {
  test('no write resolves before the commit, all do after it', async () => {
    const before = version()
    const seen: unknown[] = []
    const jobs = ['Ada', 'Bob', 'Cleo'].map((name) =>
      db.write(async (trx) => {
        await insert(trx, name)
        seen.push(version())
      }),
    )
    await Promise.all(jobs.map((job) => job.then(() => expect(names()).toHaveLength(3))))
    // While the first runs, the number of commits is unchanged. All three came with one commit.
    expect(seen).toEqual([before, before, before])
    expect(version()).not.toBe(before)
  })

  test('up to 256 jobs share one commit', async () => {
    let commits = 0
    let last = version()
    function look() {
      if (version() !== last) commits++
      last = version()
    }
    const jobs = Array.from({ length: 600 }, (_, turn) =>
      db.write(async (trx) => {
        look()
        await insert(trx, `job ${turn}`)
      }),
    )
    await Promise.all(jobs)
    look()
    expect(names()).toHaveLength(600)
    expect(commits).toBe(3)
  })

  test('jobs that arrive during a commit join the next one', async () => {
    const late: Promise<void>[] = []
    const before = version()
    await db.write(async (trx) => {
      await insert(trx, 'first')
      late.push(add('second'), add('third'))
    })
    const middle = version()
    expect(names()).toEqual(['first'])
    await Promise.all(late)
    expect(new Set([before, middle, version()]).size).toBe(3)
    expect(names()).toEqual(['first', 'second', 'third'])
  })

  test('a job that throws rolls back only its own work', async () => {
    const refused = db.write(async (trx) => {
      await insert(trx, 'refused')
      throw new Error('refused')
    })
    const results = await Promise.allSettled([add('before'), refused, add('after')])
    expect(statuses(results)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await expect(refused).rejects.toThrow('refused')
    expect(names()).toEqual(['before', 'after'])
  })

  test("a failed statement rolls back only its own job's work", async () => {
    const failing = db.write(async (trx) => {
      await insert(trx, 'failing')
      await trx.insertInto('dealer_groups').values({ id: 1, name: 'one' }).execute()
      await trx.insertInto('dealer_groups').values({ id: 1, name: 'one again' }).execute()
    })
    const results = await Promise.allSettled([add('before'), failing, add('after')])
    expect(statuses(results)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(names()).toEqual(['before', 'after'])
  })

  test('when SQLite rolls everything back, every job of that commit fails, and the next commit works', async () => {
    const breaking = db.write(async (trx) => {
      // SQLite does this by itself when the disk is full.
      await sql`ROLLBACK`.execute(trx)
      throw new Error('the disk is full')
    })
    const results = await Promise.allSettled([add('before'), breaking, add('after')])
    expect(statuses(results)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(names()).toEqual([])
    await add('next')
    expect(names()).toEqual(['next'])
  })

  test('readers see nothing before the commit', async () => {
    let seen: unknown
    await db.write(async (trx) => {
      await insert(trx, 'Ada')
      seen = await db.read.selectFrom('dealer_groups').selectAll().execute()
    })
    expect(seen).toEqual([])
    expect(await db.read.selectFrom('dealer_groups').select('name').execute()).toEqual([{ name: 'Ada' }])
  })
})

describe("while another process holds the writer's lock", () => {
  test('writes wait for it without blocking the event loop', async () => {
    other.exec('BEGIN IMMEDIATE')
    let settled = false
    const waiting = add('Ada').then(() => {
      settled = true
    })
    const late: number[] = []
    for (let turn = 0; turn < 50; turn++) {
      const due = performance.now() + 10
      await sleep(10)
      late.push(performance.now() - due)
      await db.read.selectFrom('dealer_groups').selectAll().execute()
    }
    expect(settled).toBe(false)
    // SQLite's own busy handler would block the loop as long as the lock is held.
    expect(late.filter((ms) => ms > 250).length).toBeLessThanOrEqual(3)
    expect(Math.max(...late)).toBeLessThan(4_000)
    other.exec('COMMIT')
    await waiting
    expect(names()).toEqual(['Ada'])
  })

  test('a later write waits as long as the first, not twice as long', async () => {
    other.exec('BEGIN IMMEDIATE')
    const waited: number[] = []
    const timed = async (name: string) => {
      const begun = performance.now()
      await expect(add(name)).rejects.toSatisfy(isUnavailable)
      waited.push(performance.now() - begun)
    }
    await Promise.all([timed('Ada'), sleep(2_500).then(() => timed('Bob'))])
    other.exec('COMMIT')
    expect(waited).toHaveLength(2)
    // Twice the wait would be 7.5 s.
    for (const ms of waited) expect(ms).toBeLessThan(7_000)
    await add('Cy')
    expect(names()).toEqual(['Cy'])
  })

  test.each([
    ['ahead', 3_600_000],
    ['back', -3_600_000],
  ])('setting the clock %s does not change how long writes wait', async (_, ms) => {
    other.exec('BEGIN IMMEDIATE')
    const begun = performance.now()
    const write = add('Ada').catch((error: unknown) => error)
    await sleep(50)
    const now = Date.now.bind(Date)
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + ms)
    const refused = await Promise.race([write, sleep(20_000, 'waits still')])
    clock.mockRestore()
    expect(isUnavailable(refused)).toBe(true)
    expect(performance.now() - begun).toBeGreaterThan(4_400)
    other.exec('COMMIT')
  })

  test('writes fail as unavailable after four and a half seconds, and work again once it is free', async () => {
    other.exec('BEGIN IMMEDIATE')
    const begun = performance.now()
    const results = await Promise.allSettled([add('Ada'), add('Bob')])
    const waited = performance.now() - begun
    expect(results.map((result) => result.status === 'rejected' && isUnavailable(result.reason))).toEqual([
      true,
      true,
    ])
    expect(waited).toBeGreaterThan(4_400)
    expect(waited).toBeLessThan(9_000)
    other.exec('COMMIT')
    await add('Cleo')
    expect(names()).toEqual(['Cleo'])
  })
})

test('opening a new database waits while another process creates its log', async () => {
  const folder = makeTempFolder('two-starts')
  const script = `const file = new (require('better-sqlite3'))(process.argv[1])
    file.exec('BEGIN IMMEDIATE')
    console.log('locked')
    setTimeout(() => file.exec('COMMIT').close(), 300)`
  const child = spawn(process.execPath, ['-e', script, join(folder, 'transom.db')], { stdio: 'pipe' })
  try {
    await once(child.stdout, 'data')
    const where = { DATABASE_URL: undefined, DATABASE_POOL_SIZE: 1, DATA_DIR: folder }
    const opened = await openDatabase(where, { statementTimeoutMs: 0, onError: () => undefined })
    await opened.ping()
    await opened.close()
  } finally {
    child.kill()
    removeFolder(folder)
  }
})

describe('a disk that fails', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** Statements that start with these words fail. */
  function fail(...beginnings: string[]) {
    const exec = Sqlite.prototype.exec
    vi.spyOn(Sqlite.prototype, 'exec').mockImplementation(function (this: Sqlite.Database, text) {
      const broken = beginnings.find((beginning) => text.startsWith(beginning))
      if (broken) throw new Sqlite.SqliteError(`no ${broken}`, 'SQLITE_IOERR')
      return exec.call(this, text)
    })
  }

  test('at a commit and at its rollback fails every job of the commit', async () => {
    fail('COMMIT', 'ROLLBACK')
    const results = await Promise.allSettled([add('Ada'), add('Bob')])
    expect(results.map((result) => (result as PromiseRejectedResult).reason.message)).toEqual([
      'no COMMIT',
      'no COMMIT',
    ])
    expect(names()).toEqual([])
  })

  test('does not hide why a snapshot failed, and the next one works', async () => {
    fail('COMMIT')
    const work = () => Promise.reject(new Error('the file it goes to is full'))
    await expect(db.snapshot(work)).rejects.toThrow('the file it goes to is full')
    vi.restoreAllMocks()
    expect(await db.snapshot(async () => 1)).toBe(1)
  })
})

test('closing lets queued writes finish, and refuses later ones', async () => {
  const closing = await database.openAnother()
  const queued = closing.write((trx) => insert(trx, 'Ada'))
  const closed = closing.close()
  await expect(closing.write((trx) => insert(trx, 'Bob'))).rejects.toThrow('closed')
  await Promise.all([queued, closed])
  expect(names()).toEqual(['Ada'])
})

test('closing lets running snapshots finish, and refuses the others', async () => {
  const closing = await database.openAnother()
  const { promise, resolve } = Promise.withResolvers<string>()
  const begun = [closing.snapshot(() => promise), closing.snapshot(() => promise)]
  let late = 0
  const take = () => closing.snapshot(async () => late++)
  const queued = expect(take()).rejects.toThrow('closed')
  await sleep(1)
  const closed = closing.close()
  resolve('complete')
  expect(await Promise.all(begun)).toEqual(['complete', 'complete'])
  await Promise.all([queued, closed])
  await expect(take()).rejects.toThrow('closed')
  expect(late).toBe(0)
})

test("only the owner can read the file and those beside it, whatever the folder's mode is", async () => {
  const folder = makeTempFolder('modes')
  const DATA_DIR = join(folder, 'data')
  mkdirSync(DATA_DIR)
  chmodSync(DATA_DIR, 0o755)
  const umask = process.umask(0o022)
  const own = await openDatabase(
    { DATABASE_URL: undefined, DATABASE_POOL_SIZE: 1, DATA_DIR },
    { statementTimeoutMs: 0, onError: () => undefined },
  )
  await own.exclusive((script) => script.query('CREATE TABLE boats (name text)'))
  const modes = readdirSync(DATA_DIR).map((name) => [
    name,
    (statSync(join(DATA_DIR, name)).mode & 0o777).toString(8),
  ])
  process.umask(umask)
  await own.close()
  removeFolder(folder)
  expect(modes.sort()).toEqual([
    ['transom.db', '600'],
    ['transom.db-shm', '600'],
    ['transom.db-wal', '600'],
  ])
})
