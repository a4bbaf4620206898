import { afterAll, beforeAll, expect, test } from 'vitest'
import { audited } from '../../../../test/support/audited.ts'
import { type OpenTestDatabase, openTestDatabase } from '../../../../test/support/db.ts'
import { accessContext } from '../access.test-support.ts'
import type { AccountContext } from '../context.ts'
import { inviteUser } from './invite-user.ts'
import { logIn } from './log-in.ts'
import { useAccountLink } from './use-account-link.ts'

const DAY = 86_400_000_000

let database: OpenTestDatabase
let ctx: AccountContext
/** Microseconds since the epoch; the tests move it. */
let now = Date.now() * 1000

beforeAll(async () => {
  database = await openTestDatabase()
  ctx = {
    ...accessContext({ db: database.db, clock: { now: () => now++ } }, 0),
    ...{ requireSecondFactor: false, resetsPerMinute: 0, mail: undefined },
    publicUrl: 'https://transom.example.com',
  }
})
afterAll(() => database.drop())

const invite = async (email: string) => {
  const { principal } = audited(database.db)
  const { link, ...user } = await inviteUser({ ...ctx, principal }, { email, role: 'viewer' })
  const [, token = ''] =
    /^https:\/\/transom\.example\.com\/console\/invitation#([\w-]{43})$/.exec(link!) ?? []
  return { user, token }
}
const accept = (token: string, password = 'quiet harbour 7') =>
  useAccountLink(ctx, { token, purpose: 'invitation', password })
const enter = (email: string, password: string) => logIn(ctx, { email, password, address: '192.0.2.1' })
const refusedAs = (code: string) => expect.objectContaining({ code })

test('an invited user chooses the password by the link, once', async () => {
  const email = 'ada@example.com'
  const { user, token } = await invite(email)
  expect(user).toMatchObject({ email, active: true, permissions: expect.arrayContaining(['leads:read']) })
  for (const password of ['', ' ', 'quiet harbour 7']) {
    await expect(enter(email, password)).rejects.toEqual(refusedAs('INVALID_CREDENTIALS'))
  }
  await expect(accept(token, 'password')).rejects.toEqual(refusedAs('VALIDATION_ERROR'))
  expect(await accept(token)).toEqual({ email })
  await expect(accept(token)).rejects.toEqual(refusedAs('NOT_FOUND'))
  expect(await enter(email, 'quiet harbour 7')).toMatchObject({ token_type: 'bearer' })
  const actions = await database.db.read
    .selectFrom('audit_entries')
    .select(['action', 'actor_kind'])
    .where('subject_kind', '=', 'user')
    .orderBy('id')
    .execute()
  expect(actions).toEqual([
    { action: 'user.created', actor_kind: 'administrator' },
    { action: 'user.invited', actor_kind: 'administrator' },
    ...Array(3).fill({ action: 'user.sign_in_failed', actor_kind: 'system' }),
    { action: 'user.invitation_accepted', actor_kind: 'user' },
  ])
})

test('if two people use a link at the same time, one succeeds', async () => {
  const { token } = await invite('bea@example.com')
  const results = await Promise.allSettled([accept(token), accept(token, 'another harbour 8')])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a link is valid for 24 hours, for its purpose, and not for a deactivated user', async () => {
  const { token, user } = await invite('cid@example.com')
  const reset = useAccountLink(ctx, { token, purpose: 'reset', password: 'quiet harbour 7' })
  await expect(reset).rejects.toEqual(refusedAs('NOT_FOUND'))
  const setActive = (active: boolean) =>
    database.db.write((trx) =>
      trx.updateTable('api_users').set({ active }).where('id', '=', user.id).execute(),
    )
  await setActive(false)
  await expect(accept(token)).rejects.toEqual(refusedAs('NOT_FOUND'))
  await setActive(true)
  now += DAY
  await expect(accept(token)).rejects.toEqual(refusedAs('NOT_FOUND'))
})

test('an address is invited once', async () => {
  await invite('dot@example.com')
  await expect(invite('DOT@example.com')).rejects.toEqual(refusedAs('CONFLICT'))
})
