import { PassThrough } from 'node:stream'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { administrationContext } from '../../../../test/support/administration.ts'
import { openPerTest } from '../../../../test/support/db.ts'
import { keepOutput } from '../../../../test/support/output.ts'
import { openTerminal } from '../../../platform/cli/terminal.ts'
import type { Db } from '../../../platform/db/db.ts'
import { apply, contentOf } from '../apply.test-support.ts'
import { registerInitCommand } from './cli.ts'

const database = openPerTest()

/** Runs `init` at a terminal with this input. */
function init(typed: string, ...options: string[]) {
  return run({ isTTY: true, typed }, options)
}

/** `meanwhile`: another process's work, just before anything is stored. */
async function run(
  { isTTY, typed, meanwhile }: { isTTY: boolean; typed: string; meanwhile?: () => Promise<unknown> },
  options: string[],
) {
  const { db } = database
  const { kept, output } = keepOutput()
  const input = Object.assign(new PassThrough(), { isTTY })
  const screen = Object.assign(new PassThrough(), { isTTY })
  let shown = ''
  screen.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
  })
  const terminal = openTerminal(input, screen)
  const program = new Command().exitOverride()
  const waiting: Db = {
    ...db,
    async write(work) {
      await meanwhile?.()
      return db.write(work)
    },
  }
  registerInitCommand(program, (work) => work({ ...administrationContext(db), db: waiting }), output, {
    terminal,
    serverUrl: () => 'http://127.0.0.1:8080',
  })
  input.write(typed)
  try {
    await program.parseAsync(['init', ...options], { from: 'user' })
  } finally {
    terminal.close()
  }
  return { printed: kept.printed.join('\n'), noted: kept.noted, shown }
}

test('asks for brand, name, user and password; a typed password is not shown', async () => {
  const { printed, shown } = await init('\rharbor-craft\rdms@example.com\r\rhush hush\rhush hush\r')
  expect(shown).toContain('Name of the brand [harbor-craft]: ')
  expect(printed).toMatch(
    /^Brand harbor-craft \(id \d+\): created\.\nAPI user dms@example\.com \(id \d+\): created\./,
  )
  expect(printed).toMatch(/The token, which is not shown again: tr_/)
  expect(printed).not.toContain('hush')
  expect(printed).toContain("PASSWORD='the password'")
  const { brands, users, permissions, scopes } = await contentOf(database.db)
  expect(brands).toMatchObject([{ slug: 'harbor-craft', name: 'harbor-craft' }])
  expect(users).toMatchObject([{ email: 'dms@example.com', role: 'administrator' }])
  expect(permissions).toMatchObject([{ permission: '*' }])
  expect(scopes.map((row) => row.scope).sort()).toEqual(['dealer-locator', 'lead-submission'])
})

test('asks again after an invalid answer', async () => {
  const { printed, noted } = await init('Harbor Craft!\rharbor-craft\r\rdms\rdms@example.com\r\rhush\rhush\r')
  expect(noted).toEqual([
    'Answer must be up to 100 letters, digits and . _ ~ -, and begin with a letter or digit.',
    'Answer must be an e-mail address of at most 254 characters.',
    'Answer must be an e-mail address of at most 254 characters.',
  ])
  expect(printed).toMatch(/^Brand harbor-craft \(id \d+\): created\.\nAPI user dms@example\.com /)
})

test('existing records stay, and get the brand', async () => {
  const { db } = database
  await apply(db, {
    brands: [{ id: 5, slug: 'old', name: 'Old' }],
    api_users: [{ email: 'Dms@example.com', password: 'x', brands: ['old'], permissions: ['warranty:read'] }],
    api_tokens: [{ name: 'website', brands: ['old'], scopes: ['dealer-locator'] }],
  })
  const before = await contentOf(db)
  const { printed } = await init('New Brand\r', '--brand', 'new', '--email', 'dms@example.com')
  expect(printed).toMatch(
    /created\.\nAPI user .* existed, and now has access to new\.\nAPI token website .* existed, and now has access to new\./,
  )
  const after = await contentOf(db)
  expect(after.brands).toMatchObject([before.brands[0]!, { slug: 'new', name: 'New Brand' }])
  const updated_at = expect.any(Number)
  expect(after.users).toEqual(before.users.map((user) => ({ ...user, updated_at })))
  expect(after.tokens).toEqual(before.tokens.map((token) => ({ ...token, updated_at })))
  expect(after.userBrands).toHaveLength(2)
  expect(after.permissions.map((row) => row.permission)).toEqual(['warranty:read'])
  expect(after.tokenBrands).toHaveLength(2)
  const again = await init('', '--brand', 'new', '--email', 'dms@example.com')
  expect(again.printed).toMatch(/API user .*: existed\.\nAPI token website .*: existed\./)
  expect(await contentOf(db)).toEqual(after)
})

test.each([
  ['new', true],
  ['old', false],
])('--json says whether existing records got the brand %s', async (brand, brand_added) => {
  await apply(database.db, {
    brands: [
      { slug: 'old', name: 'Old' },
      { slug: 'new', name: 'New' },
    ],
    api_users: [{ email: 'dms@example.com', password: 'x', brands: ['old'], permissions: [] }],
    api_tokens: [{ name: 'website', brands: ['old'], scopes: [] }],
  })
  const { printed } = await init('', '--brand', brand, '--email', 'dms@example.com', '--json')
  expect(JSON.parse(printed)).toMatchObject({
    api_user: { made: false, brand_added },
    api_token: { made: false, brand_added },
  })
})

test('a concurrent run that finds the user created shows no password', async () => {
  const options = ['--brand', 'a', '--brand-name', 'A', '--email', 'dms@example.com', '--generate', '--json']
  const quiet = { isTTY: false, typed: '' }
  let first = ''
  const meanwhile = async () => {
    first = (await run(quiet, options)).printed
  }
  const second = (await run({ ...quiet, meanwhile }, options)).printed
  expect(JSON.parse(first).api_user).toMatchObject({ made: true, password: expect.any(String) })
  expect(JSON.parse(second).api_user).toMatchObject({ made: false, brand_added: false })
  expect(JSON.parse(second).api_user.password).toBeUndefined()
  expect(JSON.parse(second).brand.made).toBe(false)
})

test.each([
  ['two different passwords', 'one\rtwo\r', 'The two passwords differ'],
  ['Ctrl-C', 'one\r\u0003', 'Canceled'],
])('%s leave nothing behind', async (_what, typed, message) => {
  const options = ['--brand', 'a', '--brand-name', 'A', '--email', 'dms@example.com']
  await expect(init(typed, ...options)).rejects.toThrow(message)
  expect((await contentOf(database.db)).brands).toEqual([])
})

test('an invalid slug is refused together with missing options', async () => {
  const options = ['--brand', 'a b', '--brand-name', 'A', '--email', 'nobody', '--generate']
  await expect(init('', ...options)).rejects.toThrow(/^Slug must be up to .* \(And 1 more\.\)$/)
  expect(await contentOf(database.db)).toMatchObject({ brands: [], users: [], tokens: [] })
})

test.each([
  [[], /^There is no terminal to ask at\. Give --brand and --email; for a new brand also --brand-name/],
  [['--brand', 'a'], /^There is no terminal to ask at\. Give --email;/],
  [['--brand', 'a', '--email', 'dms@example.com'], /^There is no brand "a" yet\. Give --brand-name, too\.$/],
  [
    ['--brand', 'a', '--email', 'dms@example.com', '--brand-name', 'A'],
    /^There is no terminal to ask for the password\. Give --password-stdin or --generate\.$/,
  ],
])('without a terminal, %j is refused, and nothing is created', async (options, message) => {
  await expect(run({ isTTY: false, typed: '' }, options)).rejects.toThrow(message)
  expect(await contentOf(database.db)).toMatchObject({ brands: [], users: [], tokens: [] })
})
