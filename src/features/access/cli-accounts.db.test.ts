import { afterAll, expect, test } from 'vitest'
import { makeCommands } from '../../../test/support/administration.ts'
import { openTestDatabase } from '../../../test/support/db.ts'
import { makeOwn } from './access.test-support.ts'
import { registerUserCommands } from './cli-users.ts'

const database = await openTestDatabase()
afterAll(() => database.drop())

const commands = () => makeCommands(database.db, registerUserCommands)

test('users link prints a link of which only a digest is stored, ends earlier ones, and refuses a deactivated user', async () => {
  const email = await makeOwn(database.db).user()
  const { printed } = await commands().run(['users', 'link', email])
  const [, token = ''] = /\/console\/reset#([\w-]{43})$/.exec(printed.join('\n')) ?? []
  const links = await database.db.read.selectFrom('account_links').selectAll().execute()
  expect(links).toMatchObject([{ purpose: 'reset', token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  expect(token).toMatch(/./)
  expect(JSON.stringify(links)).not.toContain(token)
  await commands().run(['users', 'link', email])
  const [another, ...earlier] = await database.db.read.selectFrom('account_links').selectAll().execute()
  expect(earlier).toEqual([])
  expect(another!.token_hash).not.toBe(links[0]!.token_hash)
  await commands().run(['users', 'deactivate', email])
  expect(await commands().refusal(['users', 'link', email])).toContain('is not active')
})

test('users create --invite prints an invitation, as POST /users answers with one', async () => {
  const create = (email: string) => ['users', 'create', email, '--role', 'sales', '--invite']
  const { printed } = await commands().run(create('invited@example.com'))
  expect(printed.join('\n')).toMatch(/\/console\/invitation#[\w-]{43}$/)
  const user = await commands().json(...create('invited-2@example.com'))
  expect(user).toMatchObject({ invited: true, path: expect.stringMatching(/^\/console\/invitation#/) })
  const entries = await database.db.read
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', '=', user.id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['user.created', 'user.invited'])
  expect(await commands().refusal(create('invited@example.com'))).toContain('There is already')
  expect(await commands().refusal([...create('third@example.com'), '--generate'])).toContain('--invite')
})

test('users remove-second-factor lets a user sign in who has lost it', async () => {
  const { db } = database
  const email = await makeOwn(db).user()
  const remove = ['users', 'remove-second-factor', email]
  expect(await commands().refusal(remove)).toContain('no second factor')
  const { id } = await db.read
    .selectFrom('api_users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await db.write(async (trx) => {
    await trx
      .updateTable('api_users')
      .set({ totp_secret: 'A'.repeat(32) })
      .where('id', '=', id)
      .execute()
    await trx.insertInto('recovery_codes').values({ user_id: id, code_hash: 'x' }).execute()
  })
  expect((await commands().run(remove)).printed).toEqual([
    `Removed: the second factor of ${email} (id ${id}).`,
  ])
  expect(await commands().json('users', 'show', email)).toMatchObject({ second_factor: false })
  expect(await db.read.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
})
