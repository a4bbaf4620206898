import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeCommands } from '../../../test/support/administration.ts'
import { openTestDatabase } from '../../../test/support/db.ts'
import { makeOwn } from './access.test-support.ts'
import { registerUserCommands } from './cli-users.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

const { run, json, refusal } = makeCommands(db, registerUserCommands)
const own = makeOwn(db)

let email: string
beforeEach(async () => {
  email = await own.user()
})

const shown = () => json('users', 'show', email)

test('a list can be filtered by text, role, brand and active users', async () => {
  await run(['users', 'deactivate', email])
  const emails = async (...args: string[]) => {
    const { api_users } = await json('users', 'list', ...args)
    return api_users.map((user: { email: string }) => user.email)
  }
  expect(await emails()).toContain(email)
  expect(await emails('--inactive', '--brand', 'harbor-craft')).toContain(email)
  expect(await emails('--active')).not.toContain(email)
  expect(await emails('--brand', 'northwind')).not.toContain(email)
  expect(await emails('--search', email.slice(2, 12).toUpperCase())).toContain(email)
  expect(await emails('--search', 'nobody-like-this')).toEqual([])
  await run(['users', 'update', email, '--role', 'sales'])
  expect(await emails('--role', 'sales')).toContain(email)
  expect(await emails('--role', 'viewer')).not.toContain(email)
  await expect(run(['users', 'list', '--brand', 'none-such'])).rejects.toThrow(
    'There is no brand "none-such".',
  )
})

test('a user without a brand or a permission gets a note', async () => {
  const noted = async (...args: string[]) => (await run(['users', ...args])).noted
  expect(await noted('create', `empty-${email}`, '--generate')).toEqual([
    'Note: It can do nothing without a brand and a permission.',
  ])
  expect(await noted('grant', `empty-${email}`, '--permissions', 'warranty:read')).toEqual([
    'Note: It can do nothing without a brand.',
  ])
  expect(await noted('deactivate', `empty-${email}`)).toEqual([])
  expect(await noted('set-password', email, '--generate')).toEqual([])
  await run(['users', 'deactivate', email])
  const refused = ['Note: It is refused, as it is not active.']
  expect(await noted('set-password', email, '--generate')).toEqual(refused)
  expect((await run(['users', 'set-password', email, '--password-stdin'], 'given')).noted).toEqual(refused)
})

test('the default output is a table of users, and one user’s details', async () => {
  const { printed } = await run(['users', 'list'])
  expect(printed[0]).toMatch(/^id +e-mail +active +role +brands +permissions$/)
  expect(printed.find((line) => line.includes(email))).toMatch(/ yes +- +harbor-craft +warranty:\*$/)
  expect((await run(['users', 'show', email])).printed).toContain(`${'email'.padEnd(17)}${email}`)
})

test('one permission can be revoked from warranty:*, and then all', async () => {
  expect((await json('users', 'revoke', email, '--permissions', 'warranty:transfer')).permissions).toEqual([
    ...['warranty:create', 'warranty:history', 'warranty:list', 'warranty:read', 'warranty:retry_sync'],
    'warranty:update',
  ])
  expect((await json('users', 'revoke', email, '--permissions', 'warranty:*')).permissions).toEqual([])
  await json('users', 'update', email, '--permissions', 'warranty:read')
  expect((await shown()).permissions).toEqual(['warranty:read'])
})

test('a role gives its permissions and brands, and is shown', async () => {
  const role = async (...args: string[]) => json('users', 'update', email, ...args)
  expect(await role('--role', 'administrator')).toMatchObject({ permissions: ['*'], all_brands: true })
  const { printed } = await run(['users', 'list'])
  expect(printed.find((line) => line.includes(email))).toMatch(/ yes +administrator +all +\*$/)
  await json('users', 'create', `boss-${email}`, '--role', 'administrator', '--generate')
  expect(await role('--role', 'sales', '--all-brands')).toMatchObject({ role: 'sales', all_brands: true })
  expect(await role('--no-all-brands', '--role', 'none')).toMatchObject({ role: null, all_brands: false })
  expect((await shown()).permissions).toEqual(['dealers:read', 'deliveries:read', 'leads:*'])
})

test('an address can be changed', async () => {
  const { id } = await shown()
  expect(await json('users', 'update', email, '--email', `new-${email}`)).toMatchObject({
    id,
    email: `new-${email}`,
  })
  expect(await refusal(['users', 'show', email])).toContain('There is no API user')
})

test('revoking a brand keeps warranty:*', async () => {
  expect(await json('users', 'revoke', email, '--brands', '1')).toMatchObject({
    brands: [],
    permissions: ['warranty:*'],
  })
})

test('concurrent grants all take effect', async () => {
  await json('users', 'update', email, '--permissions', 'none')
  const permissions = ['warranty:create', 'warranty:list', 'warranty:read', 'warranty:update']
  await Promise.all(permissions.map((one) => json('users', 'grant', email, '--permissions', one)))
  expect((await shown()).permissions).toEqual(permissions)
})

test('a list has the users with a role and a part of the address', async () => {
  const part = `roles-${email.slice(0, email.indexOf('@'))}`
  for (const role of ['sales', 'viewer']) {
    await run(['users', 'create', `${role}.${part}@example.com`, '--role', role, '--generate'])
  }
  const found = async (...args: string[]) =>
    (await json('users', 'list', '--search', part.toUpperCase(), ...args)).api_users.map(
      (user: { role: string }) => user.role,
    )
  expect(await found()).toEqual(['sales', 'viewer'])
  expect(await found('--role', 'viewer')).toEqual(['viewer'])
})

test('a generated password is shown once, with or without --json', async () => {
  expect((await json('users', 'set-password', email, '--generate')).password).toMatch(/^[\w-]{24}$/)
  const { printed } = await run(['users', 'set-password', email, '--generate'])
  expect(printed).toEqual([
    expect.stringMatching(/^Password set: /),
    expect.stringMatching(/^The password, which is not shown again: [\w-]{24}$/),
  ])
  expect(await run(['users', 'set-password', email, '--password-stdin'], 'given')).toMatchObject({
    printed: [expect.stringMatching(/^Password set: /)],
    noted: [],
  })
})

test.each([
  [['show', 'xEMAIL'], '', 'There is no API user "xEMAIL". Did you mean "EMAIL"?'],
  [['show', '999999'], '', 'There is no API user "999999".'],
  [
    ['create', 'EMAIL', '--password-stdin'],
    'x',
    /^There is already an API user "EMAIL" \(id \d+\)\. Change it with: transom users update EMAIL$/,
  ],
  [
    ['create', 'new@example.com'],
    '',
    /^There is no terminal to ask for the password\. Give --password-stdin/,
  ],
  [['create', 'new@example.com', '--password-stdin'], '', /^Standard input is empty/],
  [['create', 'new@example.com', '--password-stdin', '--generate'], 'x', /not both\.$/],
  [['create', 'x@y', '--generate'], '', 'E-mail must be an e-mail address of at most 254 characters.'],
  [['grant', 'EMAIL', '--brands', 'northwin'], '', 'There is no brand "northwin". Did you mean "northwind"?'],
  [
    ['grant', 'EMAIL', '--permissions', 'warranty:fly'],
    '',
    /^There is no permission "warranty:fly"\. The permissions are warranty:list, /,
  ],
  [
    ['revoke', 'EMAIL', '--permissions', 'warranty:fly'],
    '',
    /^There is no permission "warranty:fly"\. The permissions are warranty:list, /,
  ],
  [
    ['grant', 'EMAIL', '--permissions', 'warranty:transfr'],
    '',
    /^There is no permission "warranty:transfr"\. Did you mean "warranty:transfer"\?/,
  ],
  [['update', 'EMAIL', '--active', 'perhaps'], '', '--active must be true or false, not "perhaps".'],
  [['delete', 'EMAIL'], '', /^A user can't be deleted\. To end all access: transom users deactivate/],
  [['update', 'EMAIL'], '', 'Give at least one option: --help lists them.'],
  [['grant', 'EMAIL'], '', 'Give at least one option: --help lists them.'],
] as const)('%j is refused, and changes nothing', async (args, input, message) => {
  const before = await json('users', 'list')
  const fill = (text: string) => text.replaceAll('EMAIL', email)
  const said = await refusal(['users', ...args.map(fill)], input)
  if (typeof message === 'string') expect(said).toBe(fill(message))
  else expect(said.replaceAll(email, 'EMAIL')).toMatch(message)
  expect(await json('users', 'list')).toEqual(before)
})

test('--active and --inactive exclude each other', async () => {
  await expect(run(['users', 'list', '--active', '--inactive'])).rejects.toMatchObject({
    code: 'commander.conflictingOption',
  })
})
