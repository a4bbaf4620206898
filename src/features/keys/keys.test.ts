import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepOutput } from '../../../test/support/output.ts'
import { commandContext } from '../../cli/context.ts'
import { readConfig } from '../../config.ts'
import { registerKeyCommands } from './cli.ts'
import { followSecrets, jwtSecrets } from './secrets.ts'

const DAY_S = 86_400

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transom-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (file: string) => readFileSync(join(folder, file), 'utf8')

async function keys(args: string[], env: Record<string, string> = {}) {
  const { kept, output } = keepOutput()
  const program = new Command().exitOverride()
  const settings = { DATA_DIR: folder, ...env }
  registerKeyCommands(program, () => readConfig(settings), commandContext(settings).withFirstDatabase, output)
  await program.parseAsync(['keys', ...args], { from: 'user' })
  return kept.printed.join('\n')
}

const list = async (env?: Record<string, string>) => JSON.parse(await keys(['list', '--json'], env)).keys

test('a rotation keeps the previous secret, readable by its owner only, and shows neither', async () => {
  const config = readConfig({ DATA_DIR: folder })
  const [first] = jwtSecrets(config)
  const [before] = await list()
  const said = await keys(['rotate'])
  const [second, kept] = jwtSecrets(config)
  expect(kept).toBe(first)
  expect(second).toMatch(/^[\w-]{64}$/)
  expect(read('jwt-secret')).toBe(second)
  for (const file of ['jwt-secret', 'jwt-secret.previous']) {
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  }
  expect(said).not.toContain(first)
  expect(said).not.toContain(second)
  const [present, previous] = await list()
  expect(present).toMatchObject({ signs: true, since: expect.stringMatching(/^\d{4}-/), needed_until: null })
  expect(previous).toMatchObject({ id: before.id, signs: false, since: null })
  expect(Date.parse(previous.needed_until) - Date.parse(present.since)).toBe(30 * DAY_S * 1_000)
})

test('a second rotation is refused until the previous secret is dropped, and dropping it while sessions may need it', async () => {
  jwtSecrets(readConfig({ DATA_DIR: folder }))
  await keys(['rotate'])
  const after = read('jwt-secret')
  await expect(keys(['rotate'])).rejects.toThrow(
    /still accepted\. Rotate again after \d{4}-.* Or drop it now, .*: transom keys drop-previous --now$/,
  )
  await expect(keys(['drop-previous'])).rejects.toThrow(
    /^Sessions may need the previous secret until \d{4}-.* To end these sessions: transom keys drop-previous --now$/,
  )
  expect(await list()).toHaveLength(2)

  const monthAgo = Date.now() / 1_000 - 30 * DAY_S - 1
  utimesSync(join(folder, 'jwt-secret'), monthAgo, monthAgo)
  await expect(keys(['rotate'])).rejects.toThrow(/Drop it first: transom keys drop-previous$/)
  await keys(['drop-previous'])
  expect(await list()).toHaveLength(1)
  expect(read('jwt-secret')).toBe(after)
  await keys(['rotate'])
  await keys(['drop-previous', '--now'])
  expect(await list()).toHaveLength(1)
  await expect(keys(['drop-previous'])).rejects.toThrow('There is no previous signing secret.')
})

test('the audit trail records added and removed secrets by their ids, and no refused change', async () => {
  jwtSecrets(readConfig({ DATA_DIR: folder }))
  await keys(['rotate'])
  const [present, previous] = await list()
  await expect(keys(['rotate'])).rejects.toThrow(/still accepted/)
  await keys(['drop-previous', '--now'])
  const { withDatabase } = commandContext({ DATA_DIR: folder })
  const entries = await withDatabase(({ db: { read } }) =>
    read.selectFrom('audit_entries').selectAll().orderBy('id').execute(),
  )
  const shell = { actor_kind: 'administrator', subject_kind: 'key', before: null, after: null }
  expect(entries).toMatchObject([
    { ...shell, action: 'key.rotated', subject_name: present.id },
    { ...shell, action: 'key.dropped', subject_name: previous.id },
  ])
})

test('an interrupted rotation is completed by the next one', async () => {
  const [first] = jwtSecrets(readConfig({ DATA_DIR: folder }))
  writeFileSync(join(folder, 'jwt-secret.previous'), first, { mode: 0o600 })
  expect(jwtSecrets(readConfig({ DATA_DIR: folder }))).toEqual([first])
  await keys(['rotate'])
  expect(read('jwt-secret.previous')).toBe(first)
  expect(read('jwt-secret')).not.toBe(first)
})

test('there is nothing to rotate before the first start', async () => {
  await expect(keys(['rotate'])).rejects.toThrow(
    /^There is no signing secret in .*: the first start creates one\.$/,
  )
  expect(await keys(['list'])).toBe('There is no signing secret: the first start creates one.')
})

test.each([
  ['beside PostgreSQL', { DATABASE_URL: 'postgres://127.0.0.1:1/none' }],
  ['embedded', {}],
])('secrets from the settings cannot be changed by a command: %s', async (_where, where) => {
  const env = { TRANSOM_JWT_SECRET: 'a'.repeat(32), TRANSOM_JWT_SECRET_PREVIOUS: 'b'.repeat(32), ...where }
  expect(await list(env)).toMatchObject([
    { signs: true, from: 'TRANSOM_JWT_SECRET' },
    { signs: false, from: 'TRANSOM_JWT_SECRET_PREVIOUS' },
  ])
  const { new_secret, steps } = JSON.parse(await keys(['rotate', '--json'], env))
  expect(new_secret).toMatch(/^[\w-]{64}$/)
  expect(steps).toHaveLength(3)
  expect(await keys(['rotate'], env)).toMatch(
    /Nothing was changed\.\nA new secret.*\n1\. Set .*\n2\. .*\n3\. /,
  )
  await expect(keys(['drop-previous'], env)).rejects.toThrow(/Unset TRANSOM_JWT_SECRET_PREVIOUS/)
})

test('a server with an existing secret starts on a folder that takes no new files', () => {
  const config = readConfig({ DATA_DIR: folder })
  const known = jwtSecrets(config)
  // The name for the new secret is taken, which fails like a full disk, and also for root.
  mkdirSync(join(folder, `.jwt-secret.${process.pid}`))
  expect(jwtSecrets(config)).toEqual(known)
})

test.each(['jwt-secret', 'jwt-secret.previous'])(
  '%s with less than 256 bits is refused like the setting',
  (name) => {
    const config = readConfig({ DATA_DIR: folder })
    const known = jwtSecrets(config)
    writeFileSync(join(folder, name), 'x'.repeat(31))
    expect(() => jwtSecrets(config)).toThrow(
      `${join(folder, name)} must contain 32 bytes (256 bits) or more.`,
    )
    writeFileSync(join(folder, name), 'x'.repeat(32))
    expect(jwtSecrets(config)).toHaveLength(name === 'jwt-secret' ? 1 : 2)
    expect(known).toHaveLength(1)
  },
)

test('a running server keeps its secrets while a file contains less than 256 bits', async () => {
  const config = readConfig({ DATA_DIR: folder })
  const reported: string[][] = []
  const look = followSecrets(config, jwtSecrets(config), (secrets) => reported.push(secrets))
  writeFileSync(join(folder, 'jwt-secret'), 'x'.repeat(31))
  await look()
  expect(reported).toEqual([])
})

test('an empty secret file is reported and left alone', () => {
  const file = join(folder, 'jwt-secret')
  writeFileSync(file, '\n')
  expect(() => jwtSecrets(readConfig({ DATA_DIR: folder }))).toThrow(`${file} is empty.`)
  expect(read('jwt-secret')).toBe('\n')
})

test('a new secret belongs to the owner of the folder, even if root creates it', async () => {
  jwtSecrets(readConfig({ DATA_DIR: folder }))
  if (process.getuid?.() === 0) chownSync(folder, 12_345, 12_345)
  await keys(['rotate'])
  const { uid, gid } = statSync(folder)
  expect(statSync(join(folder, 'jwt-secret'))).toMatchObject({ uid, gid })
})

test('followers of the secrets are notified of changes only', async () => {
  const config = readConfig({ DATA_DIR: folder })
  const known = jwtSecrets(config)
  const [first] = known
  const reported: string[][] = []
  const look = followSecrets(config, known, (secrets) => reported.push(secrets))
  await look()
  expect(reported).toEqual([])
  await keys(['rotate'])
  await look()
  await look()
  expect(reported).toEqual([[read('jwt-secret'), first]])
  await keys(['drop-previous', '--now'])
  await look()
  expect(reported.at(-1)).toEqual([read('jwt-secret')])
  rmSync(join(folder, 'jwt-secret'))
  await look()
  expect(reported).toHaveLength(2)
})

test('a change between reading the secrets and following them is reported, too', async () => {
  const config = readConfig({ DATA_DIR: folder })
  const known = jwtSecrets(config)
  await keys(['rotate'])
  const reported: string[][] = []
  await followSecrets(config, known, (secrets) => reported.push(secrets))()
  expect(reported).toEqual([[read('jwt-secret'), known[0]]])
})
