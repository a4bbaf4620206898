import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../../test/support/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { accessContext } from '../access.test-support.ts'
import type { AccessContext } from '../context.ts'
import { logIn } from '../operations/log-in.ts'
import { deleteUsedTokens, refreshSession } from '../operations/refresh-session.ts'
import { saveUser } from '../save-queries.ts'
import { hashPassword } from '../users/passwords.ts'
import { createLoginThrottle } from './login-throttle.ts'
import * as queries from './queries.ts'
import type { TokenPair } from './token-pairs.ts'

const SECOND = 1_000_000
const DAY = 86_400 * SECOND
const EMAIL = 'ada@example.com'

let database: OpenTestDatabase
let ctx: AccessContext
/** Microseconds since the epoch; the tests move it. */
let now = Date.now() * 1000

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  ctx = accessContext({ db, clock: { now: () => now++ } }, 2)
  const password_hash = await hashPassword('right')
  await db.write((trx) =>
    saveUser(trx, undefined, { email: EMAIL, email_key: EMAIL, password_hash, active: true }, now),
  )
})
afterAll(() => database.drop())
// Each test begins with nothing counted.
beforeEach(() => {
  now += DAY
})

const enter = (password = 'right') => logIn(ctx, { email: EMAIL, password, address: '192.0.2.1' })
const exchange = ({ refresh_token }: TokenPair) => refreshSession(ctx, { refreshToken: refresh_token })
const refusedAs = (code: string) => expect.objectContaining({ code })

describe('a refresh token that comes back', () => {
  test('after ten seconds ends its family, the newest descendant too', async () => {
    const first = await enter()
    const second = await exchange(first)
    const third = await exchange(second)
    now += 10 * SECOND
    await expect(exchange(second)).rejects.toEqual(refusedAs('INVALID_TOKEN'))
    await expect(exchange(third)).rejects.toEqual(refusedAs('INVALID_TOKEN'))
    const { familyId } = ctx.signer.verify('refresh', third.refresh_token)
    expect(await ctx.revokedFamilies.getFresh()).toContain(familyId)
  })

  test('within ten seconds is exchanged again, and both pairs work', async () => {
    const first = await enter()
    const lost = await exchange(first)
    now += 9 * SECOND
    const again = await exchange(first)
    await exchange(lost)
    await exchange(again)
  })

  test('ends its family immediately if its successor was used', async () => {
    const first = await enter()
    const second = await exchange(first)
    const third = await exchange(second)
    await expect(exchange(first)).rejects.toEqual(refusedAs('INVALID_TOKEN'))
    await expect(exchange(third)).rejects.toEqual(refusedAs('INVALID_TOKEN'))
  })
})

test('a token that waited for weeks is good, and each exchange gives its family another 30 days', async () => {
  const first = await enter()
  const { familyId } = ctx.signer.verify('refresh', first.refresh_token)
  now += 29 * DAY
  const second = await exchange(first)
  now += 2 * DAY
  await ctx.db.write((trx) => queries.deleteExpiredFamilies(trx, now))
  expect(await queries.findFamily(ctx.db.read, familyId)).toBeDefined()
  await exchange(second)
  now += 31 * DAY
  await ctx.db.write((trx) => queries.deleteExpiredFamilies(trx, now))
  expect(await queries.findFamily(ctx.db.read, familyId)).toBeUndefined()
  await expect(exchange(second)).rejects.toEqual(refusedAs('INVALID_TOKEN'))
})

test('a family that is used for years keeps only the tokens that can still come back', async () => {
  const left = async () => {
    await deleteUsedTokens(ctx)
    const rows = await ctx.db.read.selectFrom('refresh_tokens').select('jti').execute()
    return rows.map(({ jti }) => jti)
  }
  const jtiOf = ({ refresh_token }: TokenPair) => ctx.signer.verify('refresh', refresh_token).jti

  const first = await enter()
  const lost = await exchange(first)
  const second = await exchange(first)
  now += 29 * DAY
  const third = await exchange(second)
  expect(await left()).toEqual(expect.arrayContaining([first, lost, second, third].map(jtiOf)))
  now += DAY + 11 * SECOND
  const fourth = await exchange(third)
  const after = await left()
  expect(after).toEqual(expect.arrayContaining([second, third, fourth].map(jtiOf)))
  for (const gone of [first, lost]) expect(after).not.toContain(jtiOf(gone))
  await expect(exchange(second)).rejects.toEqual(refusedAs('INVALID_TOKEN'))
  await expect(exchange(fourth)).rejects.toEqual(refusedAs('INVALID_TOKEN'))
})

test('an account is throttled until the minute is over, and no longer', async () => {
  for (let i = 0; i < 2; i++) await expect(enter('wrong')).rejects.toEqual(refusedAs('INVALID_CREDENTIALS'))
  const refusal = await enter().catch((error) => error)
  expect(refusal).toMatchObject({ code: 'RATE_LIMITED' })
  expect(refusal.retryAfter).toBeGreaterThan(59)
  expect(refusal.retryAfter).toBeLessThanOrEqual(60)
  now += 59 * SECOND
  await expect(enter()).rejects.toEqual(refusedAs('RATE_LIMITED'))
  now += SECOND
  expect(await enter()).toMatchObject({ token_type: 'bearer' })
})

test('an attempt counts only when its password was wrong', async () => {
  const throttle = createLoginThrottle(ctx, 1)
  const end = (error?: Error) =>
    throttle.run({ account: 'bob@example.com', address: '192.0.2.2' }, async () => {
      if (error) throw error
    })
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  for (const error of [new AppError('RATE_LIMITED', 'Too many logins are waiting.'), away, away]) {
    await expect(end(error)).rejects.toBe(error)
  }
  const wrong = new AppError('INVALID_CREDENTIALS', 'Wrong.')
  await expect(end(wrong)).rejects.toBe(wrong)
  await expect(end()).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringContaining('failed'),
  })
})

test('an IPv6 network counts as one address', async () => {
  const guess = (email: string, address: string) => logIn(ctx, { email, password: 'wrong', address })
  for (let i = 1; i <= 6; i++) {
    const guessed = guess(`${i}@example.com`, `2001:db8:0:1::${i}`)
    await expect(guessed).rejects.toEqual(refusedAs('INVALID_CREDENTIALS'))
  }
  await expect(guess('7@example.com', '2001:db8:0:1:f::7')).rejects.toEqual(refusedAs('RATE_LIMITED'))
  await expect(guess('7@example.com', '2001:db8:0:2::7')).rejects.toEqual(refusedAs('INVALID_CREDENTIALS'))
})

test('guesses that go on and on never lock the account for longer than a minute', async () => {
  for (let second = 0; second < 300; second += 20) {
    await enter('wrong').catch(() => undefined)
    now += 20 * SECOND
  }
  now += 60 * SECOND
  expect(await enter()).toMatchObject({ token_type: 'bearer' })
})
