import {
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../../../test/support/temp-folders.ts'
import { systemClock } from '../../platform/clock.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openDatabase } from '../../platform/db/open.ts'
import type { BackupContext } from './context.ts'
import { backUp } from './operations/back-up.ts'
import { restoreBackup } from './operations/restore-backup.ts'
import { breakSeal, seal } from './seal.ts'

let root: string
let ctx: BackupContext
let file: string
beforeEach(async () => {
  root = makeTempFolder('backups')
  const folder = join(root, 'data')
  ctx = { clock: systemClock, folder, secretFiles: ['jwt-secret'] }
  file = join(root, 'backup.db')
  await withBrands('harbor', 'northwind')
  writeFileSync(join(folder, 'jwt-secret'), 'the secret of then', { mode: 0o600 })
})
afterEach(() => removeFolder(root))

/** Opens the database in the folder, as a server does, and adds brands. */
async function withBrands(...slugs: string[]): Promise<void> {
  const db = await openDatabase(
    { DATABASE_URL: undefined, DATABASE_POOL_SIZE: 1, DATA_DIR: ctx.folder },
    { statementTimeoutMs: 0, onError: () => {} },
  )
  await migrate(db)
  await db.write(async (trx) => {
    for (const slug of slugs)
      await trx.insertInto('brands').values({ slug, name: slug, updated_at: 0 }).execute()
  })
  await db.close()
}

function sql(path: string, text: string): unknown[] {
  const db = new Sqlite(path)
  try {
    return db.prepare(text).raw().all()
  } finally {
    db.close()
  }
}

function run(path: string, text: string): void {
  const db = new Sqlite(path)
  db.exec(text)
  db.close()
}

/** Changes a backup into one of another database. */
function alter(backup: string, text: string): void {
  breakSeal(backup)
  run(backup, text)
  seal(backup)
}

const present = () => join(ctx.folder, 'transom.db')
const brands = (path = present()) => sql(path, 'SELECT slug FROM brands ORDER BY id').flat()
const secret = () => readFileSync(join(ctx.folder, 'jwt-secret'), 'utf8')

test('a backup is one file of mode 600 that restores data and secret', async () => {
  const backup = backUp(ctx, file, { replace: false })
  expect(backup).toMatchObject({ file, has_secret: true, counts: { brands: 2, warranties: 0 } })
  expect(backup.bytes).toBe(statSync(file).size)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(root).sort()).toEqual(['backup.db', 'data'])

  await withBrands('lost')
  writeFileSync(join(ctx.folder, 'jwt-secret'), 'a later secret')
  const restored = restoreBackup(ctx, file)
  expect(restored).toMatchObject({ made_at: backup.made_at, to_migrate: [], counts: { brands: 2 } })
  expect(brands()).toEqual(['harbor', 'northwind'])
  expect(secret()).toBe('the secret of then')
  expect(sql(present(), "SELECT name FROM sqlite_master WHERE name = 'transom_backup'")).toEqual([])
  expect(readFileSync(present()).includes('the secret of then')).toBe(false)
  for (const name of readdirSync(ctx.folder)) {
    expect([name, statSync(join(ctx.folder, name)).mode & 0o077]).toEqual([name, 0])
  }
})

test('restored files belong to the owner of the folder, even if root restores them', () => {
  backUp(ctx, file, { replace: false })
  ctx = { ...ctx, folder: join(root, 'elsewhere') }
  mkdirSync(ctx.folder)
  if (process.getuid?.() === 0) chownSync(ctx.folder, 12_345, 12_345)
  restoreBackup(ctx, file)
  const { uid, gid } = statSync(ctx.folder)
  for (const path of [present(), join(ctx.folder, 'jwt-secret')]) {
    expect(statSync(path)).toMatchObject({ uid, gid })
  }
})

test('the old files are kept under other names', async () => {
  backUp(ctx, file, { replace: false })
  await withBrands('later')
  writeFileSync(join(ctx.folder, 'jwt-secret'), 'a later secret', { mode: 0o600 })
  const { previous } = restoreBackup(ctx, file)
  expect(brands(previous!)).toEqual(['harbor', 'northwind', 'later'])
  const names = readdirSync(ctx.folder)
  expect(names.filter((name) => name.startsWith('jwt-secret.before-'))).toHaveLength(1)
  expect(names).toHaveLength(4)
})

test('a secret that is not in the backup is moved aside', () => {
  ctx = { ...ctx, secretFiles: ['jwt-secret', 'jwt-secret.previous'] }
  backUp(ctx, file, { replace: false })
  writeFileSync(join(ctx.folder, 'jwt-secret'), 'a later secret', { mode: 0o600 })
  writeFileSync(join(ctx.folder, 'jwt-secret.previous'), 'a secret in between', { mode: 0o600 })
  restoreBackup(ctx, file)
  expect(secret()).toBe('the secret of then')
  const names = readdirSync(ctx.folder).filter((name) => name.startsWith('jwt-secret.previous'))
  expect(names).toEqual([expect.stringMatching(/^jwt-secret\.previous\.before-/)])
  expect(readFileSync(join(ctx.folder, names[0]!), 'utf8')).toBe('a secret in between')
})

test('a backup without a secret keeps the present secrets', () => {
  rmSync(join(ctx.folder, 'jwt-secret'))
  backUp(ctx, file, { replace: false })
  writeFileSync(join(ctx.folder, 'jwt-secret'), 'a later secret', { mode: 0o600 })
  expect(restoreBackup(ctx, file).has_secret).toBe(false)
  expect(secret()).toBe('a later secret')
})

test('a second name of the database from a killed restore is removed', () => {
  backUp(ctx, file, { replace: false })
  linkSync(present(), `${present()}.before-20260101T000000Z`)
  const { previous } = restoreBackup(ctx, file)
  expect(readdirSync(ctx.folder).filter((name) => name.includes('.before-'))).toEqual([basename(previous!)])
})

test('ids that were used after the backup are not used again', async () => {
  backUp(ctx, file, { replace: false })
  await withBrands('third')
  restoreBackup(ctx, file)
  await withBrands('fourth')
  expect(sql(present(), "SELECT id FROM brands WHERE slug = 'fourth'")).toEqual([[4]])
})

test('restores into a folder that does not exist or contains only leftovers', async () => {
  backUp(ctx, file, { replace: false })
  ctx = { ...ctx, folder: join(root, 'elsewhere') }
  expect(restoreBackup(ctx, file).previous).toBeNull()
  expect(brands()).toEqual(['harbor', 'northwind'])
  expect(secret()).toBe('the secret of then')

  ctx = { ...ctx, folder: join(root, 'remains') }
  mkdirSync(ctx.folder)
  const other = new Sqlite(join(root, 'other.db'))
  other.exec('PRAGMA journal_mode = WAL; CREATE TABLE other (a); INSERT INTO other VALUES (1)')
  for (const end of ['-wal', '-shm']) copyFileSync(join(root, `other.db${end}`), `${present()}${end}`)
  other.close()
  const log = readFileSync(`${present()}-wal`)
  expect(() => backUp(ctx, join(root, 'remains.db'), { replace: false })).toThrow(/-wal, which may hold data/)
  const { previous } = restoreBackup(ctx, file)
  expect(brands()).toEqual(['harbor', 'northwind'])
  expect(previous).toMatch(/transom\.db\.before-.*-wal$/)
  expect(readFileSync(previous!)).toEqual(log)
})

test('refuses while another process has the database open, even idle, and changes nothing', async () => {
  backUp(ctx, file, { replace: false })
  const server = new Sqlite(present())
  server.prepare('SELECT count(*) FROM brands').get()
  const before = readdirSync(ctx.folder).sort()
  expect(() => restoreBackup(ctx, file)).toThrow(/A server or a command uses .*transom\.db\. Stop it first/)
  expect(readdirSync(ctx.folder).sort()).toEqual(before)
  server.close()
  restoreBackup(ctx, file)
})

test('a process that opened the old database just before it was moved cannot write to it', () => {
  backUp(ctx, file, { replace: false })
  const late = new Sqlite(present(), { timeout: 0 })
  restoreBackup(ctx, file)
  const write = () =>
    late.exec("PRAGMA journal_mode = WAL; INSERT INTO brands VALUES (9, 'x', 'x', null, null, null, 0)")
  expect(write).toThrow(expect.objectContaining({ code: 'SQLITE_READONLY_DBMOVED' }))
  late.close()
  expect(brands()).toEqual(['harbor', 'northwind'])
})

test('a damaged database can be replaced; one that cannot be opened is named', () => {
  backUp(ctx, file, { replace: false })
  const [[root]] = sql(present(), "SELECT rootpage FROM sqlite_master WHERE name = 'brands'") as [[number]]
  const bytes = readFileSync(present())
  bytes.fill(0x55, 4096 * (root - 1), 4096 * root)
  writeFileSync(present(), bytes)
  expect(() => brands()).toThrow(/malformed/)
  restoreBackup(ctx, file)
  expect(brands()).toEqual(['harbor', 'northwind'])
  writeFileSync(present(), 'not a database at all, whatever its name may say')
  expect(() => restoreBackup(ctx, file)).toThrow(/cannot be opened \(SQLITE_NOTADB\).*move this file/s)
})

test.each<[string, (path: string) => void, RegExp]>([
  [
    'text',
    (path) => writeFileSync(path, 'some text that is long enough'.repeat(99)),
    /not a file from `transom backup`/,
  ],
  ['an empty file', (path) => writeFileSync(path, ''), /not a file from `transom backup`/],
  ['a plain copy of a database', (path) => copyFileSync(present(), path), /not a file from `transom backup`/],
  [
    'a damaged backup',
    (path) => {
      backUp(ctx, path, { replace: true })
      const bytes = readFileSync(path)
      // Only pages of content are damaged, not the tree above them.
      bytes.fill(0x7f, bytes.length - 4096 * 8 + 200, bytes.length - 4096 * 2)
      writeFileSync(path, bytes)
    },
    /damaged|not a file from/,
  ],
  [
    'a backup with another letter in a name',
    (path) => {
      backUp(ctx, path, { replace: true })
      writeFileSync(path, readFileSync(path, 'latin1').replaceAll('harbor', 'barbor'), 'latin1')
    },
    /The backup is damaged: it has changed since it was written/,
  ],
  [
    'a backup without its last bytes',
    (path) => {
      backUp(ctx, path, { replace: true })
      writeFileSync(path, readFileSync(path).subarray(0, -1))
    },
    /The backup is damaged/,
  ],
  [
    'a backup without its seal',
    (path) => {
      backUp(ctx, path, { replace: true })
      breakSeal(path)
    },
    /The backup is damaged: the end is missing/,
  ],
  [
    'a cut-off backup',
    (path) => {
      backUp(ctx, path, { replace: true })
      writeFileSync(path, readFileSync(path).subarray(0, -4096 * 3))
    },
    /damaged/,
  ],
  [
    'a backup of a newer version',
    (path) => {
      backUp(ctx, path, { replace: true })
      alter(path, "INSERT INTO schema_migrations VALUES ('9999_later.sql', 'x', 0)")
    },
    /has migration 9999_later\.sql, which this version of Transom does not know/,
  ],
])('refuses %s, and changes nothing', (_what, make, message) => {
  make(file)
  expect(() => restoreBackup(ctx, file)).toThrow(message)
  expect(brands()).toEqual(['harbor', 'northwind'])
  expect(readdirSync(ctx.folder).sort()).toEqual(['jwt-secret', 'transom.db'])
})

test('returns the migrations that an older backup needs', () => {
  backUp(ctx, file, { replace: false })
  const [newest] = sql(file, 'SELECT max(name) FROM schema_migrations').flat()
  alter(file, `DELETE FROM schema_migrations WHERE name = '${newest}'`)
  expect(restoreBackup(ctx, file).to_migrate).toEqual([newest])
})

test('a backup of format 1, without a seal, is restored', () => {
  backUp(ctx, file, { replace: false })
  breakSeal(file)
  run(file, 'UPDATE transom_backup SET note = replace(note, \'"format":2\', \'"format":1\')')
  expect(restoreBackup(ctx, file).counts).toMatchObject({ brands: 2 })
})

test('replaces a file only with --force, and never one of the server', () => {
  writeFileSync(file, 'last night’s')
  expect(() => backUp(ctx, file, { replace: false })).toThrow(/backup\.db exists\. Use --force to replace it/)
  expect(readFileSync(file, 'utf8')).toBe('last night’s')
  backUp(ctx, file, { replace: true })
  expect(brands(file)).toEqual(['harbor', 'northwind'])
  for (const name of ['transom.db', 'transom.db-wal', 'jwt-secret']) {
    expect(() => backUp(ctx, join(ctx.folder, name), { replace: true })).toThrow(
      /one of the server's own files/,
    )
  }
  expect(() => backUp(ctx, root, { replace: true })).toThrow(/is a folder or device/)
  expect(() => backUp(ctx, join(root, 'none/b.db'), { replace: true })).toThrow(/There is no folder .*none/)
})

test('refuses a missing backup, and creates no folder', () => {
  ctx = { ...ctx, folder: join(root, 'nothing') }
  expect(() => restoreBackup(ctx, join(root, 'none.db'))).toThrow(/^There is no file .*none\.db\.$/)
  expect(existsSync(ctx.folder)).toBe(false)
})

test('refuses to back up a missing database, and creates none', () => {
  ctx = { ...ctx, folder: join(root, 'nothing') }
  expect(() => backUp(ctx, file, { replace: false })).toThrow(
    /There is no database in .*nothing\. Set DATA_DIR/,
  )
  expect(existsSync(ctx.folder)).toBe(false)
  expect(existsSync(file)).toBe(false)
})

test('a damaged database gets no backup and no partial file', () => {
  const bytes = readFileSync(present())
  bytes.fill(0x55, 4096)
  writeFileSync(present(), bytes)
  expect(() => backUp(ctx, file, { replace: false })).toThrow(/The database is damaged \(SQLITE_CORRUPT\)/)
  expect(readdirSync(root)).toEqual(['data'])
})

test.runIf(process.platform === 'linux')('a place that cannot be written is named, with the reason', () => {
  // Not even root may create files there.
  expect(() => backUp(ctx, '/sys/kernel/b.db', { replace: false })).toThrow(
    /^No backup was made: .*\/transom\.db could not be copied to \/sys\/kernel\/b\.db: .*\.$/,
  )
})

test('temporary files of a killed restore are removed by the next one; those of a running one are not', () => {
  backUp(ctx, file, { replace: false })
  // No process has an id this high.
  const left = [
    'transom.db.restoring-99999999',
    'transom.db.restoring-99999999-journal',
    'jwt-secret.restoring-99999999',
  ]
  const needed = `transom.db.restoring-${process.ppid}`
  for (const name of [...left, needed]) writeFileSync(join(ctx.folder, name), 'half')
  restoreBackup(ctx, file)
  const names = readdirSync(ctx.folder)
  expect(names).toContain(needed)
  for (const name of left) expect(names).not.toContain(name)
})

test('temporary files of a killed backup are removed by the next one of the same name', () => {
  writeFileSync(`${file}.partial-99999999`, 'half')
  backUp(ctx, file, { replace: false })
  expect(readdirSync(root).sort()).toEqual(['backup.db', 'data'])
})
