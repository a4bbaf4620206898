import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeCommands } from '../../../test/support/administration.ts'
import { openTestDatabase } from '../../../test/support/db.ts'
import { makeOwn } from './access.test-support.ts'
import { registerTokenCommands } from './cli-tokens.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

const { run, json, refusal } = makeCommands(db, registerTokenCommands)
const own = makeOwn(db)

let name: string
beforeEach(async () => {
  name = await own.token()
})

test('a generated token is shown once, with or without --json', async () => {
  const { printed } = await run(['tokens', 'create', `new ${name}`, '--brands', '1'])
  expect(printed).toEqual([
    expect.stringMatching(/^Created: new token-\w+ \(id \d+\)\.$/),
    expect.stringMatching(/^The token, which is not shown again: tr_[\w-]{43}$/),
  ])
  const { token } = await json('tokens', 'create', `newer ${name}`, '--scopes', 'lead-submission')
  expect(token).toMatch(/^tr_[\w-]{43}$/)
  const later = [await run(['tokens', 'list']), await run(['tokens', 'show', `newer ${name}`, '--json'])]
  expect(JSON.stringify(later)).not.toContain(token)
})

test('a list has the tokens of a kind', async () => {
  await run(['tokens', 'create', `kind ${name}`, '--service', '--permissions', '*', '--all-brands'])
  const { api_tokens } = await json('tokens', 'list', '--search', name, '--kind', 'service')
  expect(api_tokens).toEqual([expect.objectContaining({ name: `kind ${name}`, kind: 'service' })])
})

test('a token without a brand or a scope gets a note', async () => {
  const noted = async (...args: string[]) => (await run(['tokens', ...args])).noted
  expect(await noted('create', `empty ${name}`)).toEqual([
    'Note: It can do nothing without a brand and a scope.',
  ])
  expect(await noted('update', `empty ${name}`, '--brands', '1')).toEqual([
    'Note: It can do nothing without a scope.',
  ])
  expect(await noted('update', `empty ${name}`, '--scopes', 'lead-submission')).toEqual([])
  expect(await noted('revoke', name)).toEqual([])
  const refused = ['Note: It is refused, as it is not active.']
  expect(await noted('update', name, '--new-token')).toEqual(refused)
  const given = await run(['tokens', 'update', name, '--token-stdin'], `some-text-of-our-own-${name}`)
  expect(given.noted).toEqual(refused)
})

test('a text from standard input is not shown', async () => {
  const text = `a text of our own ${name}`.replaceAll(' ', '-')
  const created = await run(['tokens', 'create', `own ${name}`, '--token-stdin', '--json'], text)
  expect(JSON.parse(created.printed[0]!)).not.toHaveProperty('token')
  const updated = await run(['tokens', 'update', name, '--token-stdin'], `another-${text}`)
  expect(updated.printed).toEqual([expect.stringMatching(/^Updated: /)])
})

test('a list can be filtered by text, kind, brand and active tokens', async () => {
  await run(['tokens', 'revoke', name])
  const names = async (...args: string[]) => {
    const { api_tokens } = await json('tokens', 'list', ...args)
    return api_tokens.map((token: { name: string }) => token.name)
  }
  expect(await names('--inactive', '--brand', 'harbor-craft')).toContain(name)
  expect(await names('--active')).not.toContain(name)
  expect(await names('--brand', 'northwind')).not.toContain(name)
  expect(await names('--inactive', '--brand', '1')).toContain(name)
  expect(await names('--search', name.slice(1).toUpperCase())).toContain(name)
  expect(await names('--search', 'none like this')).toEqual([])
  expect(await names('--kind', 'secret')).toContain(name)
  expect(await names('--kind', 'service')).not.toContain(name)
  await expect(run(['tokens', 'list', '--brand', 'none-such'])).rejects.toThrow(
    'There is no brand "none-such".',
  )
})

test('an update replaces a token’s brands and scopes, and keeps the rest', async () => {
  expect(await json('tokens', 'update', name, '--brands', '2', '--brands', '1')).toMatchObject({
    name,
    active: true,
    brands: ['harbor-craft', 'northwind'],
    scopes: ['dealer-locator'],
  })
  expect((await json('tokens', 'update', name, '--brands', 'none')).brands).toEqual([])
})

test('a publishable key and a service token are created with what their kinds need', async () => {
  const { token, ...key } = await json(
    ...['tokens', 'create', `pages ${name}`, '--publishable', '--brands', 'harbor-craft'],
    ...['--scopes', 'dealer-locator', '--origins', 'https://www.example.com,http://localhost:*'],
  )
  expect(token).toMatch(/^pk_/)
  expect(key).toMatchObject({
    kind: 'publishable',
    origins: ['http://localhost:*', 'https://www.example.com'],
  })
  const service = await json(
    ...['tokens', 'create', `reports ${name}`, '--service', '--permissions', 'leads:read'],
    ...['--all-brands', '--expires', '2999-01-31'],
  )
  expect(service).toMatchObject({
    kind: 'service',
    token: expect.stringMatching(/^sk_/),
    all_brands: true,
    permissions: ['leads:read'],
    expires_at: '2999-01-31T00:00:00.000000Z',
  })
  const never = await json('tokens', 'update', `reports ${name}`, '--expires', 'none', '--no-all-brands')
  expect(never).toMatchObject({ expires_at: null, all_brands: false })
  expect((await json('tokens', 'update', `reports ${name}`, '--new-token')).token).toMatch(/^sk_/)
})

test.each([
  [
    ['create', 'new', '--publishable'],
    '',
    'Brands must be one brand for a publishable key.\nScopes must have at least one of dealer-locator, lead-submission, warranty-registration for a publishable key.\nOrigins must have at least one origin for a publishable key.',
  ],
  [
    ['create', 'new', '--service', '--token-stdin', '--permissions', 'leads:read'],
    'a-text-of-24-characters-or-more',
    'Token must begin with sk_.',
  ],
  [['show', 'xNAME'], '', 'There is no API token "xNAME". Did you mean "NAME"?'],
  [['revoke', '999999'], '', 'There is no API token "999999".'],
  [
    ['create', 'NAME'],
    '',
    /^There is already an API token "NAME" \(id \d+\)\. Change it with: transom tokens update NAME$/,
  ],
  [
    ['create', 'new', '--scopes', 'everything'],
    '',
    'There is no scope "everything". The scopes are dealer-locator, lead-submission, warranty-registration.',
  ],
  [['create', 'new', '--brands', 'northwin'], '', 'There is no brand "northwin". Did you mean "northwind"?'],
  [['update', 'NAME', '--token-stdin'], 'short', 'Token must be 24 to 512 ASCII characters without blanks.'],
  [['update', 'NAME', '--token-stdin', '--new-token'], 'x', /not both\.$/],
  [['delete', 'NAME'], '', /^A token can't be deleted\. To end all access: transom tokens revoke/],
  [['update', 'NAME'], '', 'Give at least one option: --help lists them.'],
] as const)('%j is refused, and changes nothing', async (args, input, message) => {
  const before = await json('tokens', 'list')
  const fill = (text: string) => text.replaceAll('NAME', name)
  const said = await refusal(['tokens', ...args.map(fill)], input)
  if (typeof message === 'string') expect(said).toBe(fill(message))
  else expect(said.replaceAll(name, 'NAME')).toMatch(message)
  expect(await json('tokens', 'list')).toEqual(before)
})

test('--active and --inactive exclude each other', async () => {
  await expect(run(['tokens', 'list', '--active', '--inactive'])).rejects.toMatchObject({
    code: 'commander.conflictingOption',
  })
})
