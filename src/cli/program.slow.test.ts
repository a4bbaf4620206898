import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const COMMAND = join(ROOT, 'bin/transom')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'transom-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a program in an empty folder, with DATA_DIR there unless `env` overrides it. */
function run(program: string, args: string[], env: Record<string, string> = {}) {
  const options = { cwd: folder, env: { PATH: process.env.PATH, DATA_DIR: folder, ...env } }
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, stdout, stderr })
    })
  })
}

const transom = (args: string[], env?: Record<string, string>) => run(COMMAND, args, env)

test('runs from any folder and by a symbolic link', async () => {
  const link = join(folder, 'link')
  symlinkSync(COMMAND, link)
  for (const program of [COMMAND, link, './link']) {
    const { code, stdout } = await run(program, ['--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/serve.*work.*migrate.*apply.*postal-codes/s)
  }
})

test('applies a file relative to the working folder, and --json prints nothing else', async () => {
  writeFileSync(join(folder, 'setup.json'), JSON.stringify({ brands: [{ slug: 'a', name: 'A' }] }))
  const { code, stdout, stderr } = await transom(['apply', 'setup.json', '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({
    brands: [{ id: 1, slug: 'a' }],
    dealers: [],
    api_users: [],
    api_tokens: [],
  })
})

test('lists every error of a file on standard error', async () => {
  writeFileSync(
    join(folder, 'invalid.json'),
    JSON.stringify({ brands: [{ slug: 'a b' }], dealers: [{ id: 'x', brands: ['a\u001b[2J\nb\u202ec'] }] }),
  )
  expect(await transom(['apply', 'invalid.json', '--json'])).toEqual({
    code: 1,
    stdout: '',
    stderr: [
      '4 things are wrong with the file. Nothing was changed.',
      '  brands[0].name: Name is required for a new brand.',
      '  brands[0].slug: Slug must be up to 100 letters, digits and . _ ~ -, and begin with a letter or digit.',
      '  dealers[0].brands[0]: There is no brand "a [2J b c", neither in the file nor in the database.',
      '  dealers[0].id: ID must be a whole number from 1 to 4503599627370496.',
      '',
    ].join('\n'),
  })
})

test.each([
  ['an unknown command', ['aply'], {}, /^There is no command "aply"\. Did you mean apply\? See --help\.$/m],
  ['a missing argument', ['apply'], {}, /^The argument <file> is missing\. See --help\.$/m],
  [
    'a file that is not there',
    ['apply', 'none.json'],
    {},
    /^none\.json cannot be read: there is no such file or folder\. Check the path\.$/m,
  ],
  ['wrong settings', ['migrate'], { PORT: 'x' }, /^The settings are wrong:\n {2}PORT must be/],
  [
    'a database that is not there',
    ['migrate'],
    { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    /^DATABASE_URL cannot be used: Nothing answers there: connect ECONNREFUSED 127\.0\.0\.1:1\. Start PostgreSQL/,
  ],
  [
    'a folder that cannot be made',
    ['migrate'],
    { DATA_DIR: '/dev/null/x' },
    /^DATA_DIR cannot be used: ENOTDIR[^\n]*'\.\n$/,
  ],
])('%s ends with 1 and a message without a stack', async (_what, args, env, message) => {
  const { code, stdout, stderr } = await transom(args, env as Record<string, string>)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(message)
  expect(stderr).not.toMatch(/^ {4}at /m)
})

test('migrate creates a database and reports what it applied', async () => {
  const DATA_DIR = join(folder, 'made')
  const first = await transom(['migrate'], { DATA_DIR })
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Applied: 0001_.*\.\nThe database has/),
  })
  expect(await transom(['migrate'], { DATA_DIR })).toMatchObject({
    code: 0,
    stdout: 'The database has the newest schema.\n',
  })
})

test.each([
  ['audit list'],
  ['brands list'],
  ['dealers list'],
  ['deliveries stats'],
  ['keys list'],
  ['leads export'],
  ['locate --brand a --postal 99501'],
  ['overview'],
  ['person find ada@example.com'],
  ['postal-codes list'],
  ['tokens list'],
  ['users list'],
  ['warranties export'],
])('%s ends by itself when its work is done', async (line) => {
  expect(await transom(line.split(' '))).toMatchObject({
    stderr: expect.not.stringContaining(' at '),
    code: expect.toBeOneOf([0, 2]),
  })
})

test('a reader that closes the pipe early is not an error', async () => {
  const { stderr } = await run('/bin/sh', [
    '-c',
    '{ "$0" --help; echo "ended with $?" >&2; } | true',
    COMMAND,
  ])
  expect(stderr).toBe('ended with 0\n')
})

test('LOG_LEVEL=debug shows where an unexpected error comes from', async () => {
  const DATA_DIR = join(folder, 'alien')
  mkdirSync(DATA_DIR)
  writeFileSync(join(DATA_DIR, 'transom.db'), 'no database'.repeat(100))
  const { stderr } = await transom(['migrate'], { DATA_DIR })
  expect(stderr).toMatch(/^[^\n]* \(LOG_LEVEL=debug shows where this comes from\.\)\n$/)
  const debugged = await transom(['migrate'], { DATA_DIR, LOG_LEVEL: 'debug' })
  expect(debugged.stderr).toMatch(/^ {4}at /m)
})

test('on an old Node, the program says what to do before it loads anything', async () => {
  const pretend = `data:text/javascript,${encodeURIComponent(
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
  )}`
  const entry = join(ROOT, 'bin/transom.js')
  expect(await run(process.execPath, ['--import', pretend, entry, 'serve'])).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Transom needs Node\.js 24\.7 or newer; this is 20\.20\.2\.\nStart it with \.\/bin\/transom/,
    ),
  })
})

test("a server that can't start says why in one line", async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const serve = (env: Record<string, string>) => transom(['serve'], { LOG_LEVEL: 'silent', ...env })
  const file = join(folder, 'a file')
  writeFileSync(file, '')
  const [here, nowhere, unusable] = await Promise.all([
    serve({ PORT: String(port) }),
    // Without a working resolver, a machine would retry a look-up for twenty seconds.
    serve({ PORT: '0', HOST: 'nosuch.invalid', RES_OPTIONS: 'timeout:1 attempts:1' }),
    serve({ PORT: '0', DATA_DIR: file }),
  ])
  const newer = join(folder, 'newer')
  await transom(['migrate'], { DATA_DIR: newer })
  const database = new Sqlite(join(newer, 'transom.db'))
  database.exec("INSERT INTO schema_migrations VALUES ('9999_later.sql', 'x', 0)")
  database.close()
  const tooOld = await serve({ PORT: '0', DATA_DIR: newer })
  expect(tooOld).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database has migration 9999.*\n$/),
  })
  const address = 'postgres://u@127.0.0.1/db?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'
  const elsewhere = await serve({ PORT: '0', DATABASE_URL: address, TRANSOM_JWT_SECRET: 'x'.repeat(32) })
  taken.close()
  expect(elsewhere.stderr).toMatch(
    /^DATABASE_URL names \/nowhere\/ca\.pem as sslrootcert, and there is no such file\.\n$/,
  )
  expect(here.stderr).toMatch(/^The server cannot listen on HOST .*, PORT \d+\. .* another PORT\.\n$/)
  expect(nowhere.stderr).toMatch(/^The server cannot listen on HOST nosuch\.invalid, PORT \d+\. .*\n$/)
  expect(unusable.stderr).toMatch(/^DATA_DIR cannot be used: .*a file\/jwt-secret'\.\n$/)
  expect([here.code, nowhere.code, unusable.code]).toEqual([1, 1, 1])
})
