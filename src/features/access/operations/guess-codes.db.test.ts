import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../../test/support/db.ts'
import { accessContext, makeOwn } from '../access.test-support.ts'
import type { AccessContext } from '../context.ts'
import { logIn } from './log-in.ts'

const MINUTE = 60_000_000
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

let database: OpenTestDatabase
let ctx: AccessContext
/** Microseconds since the epoch; the test moves it. */
let now = Date.now() * 1000

beforeAll(async () => {
  database = await openTestDatabase()
  ctx = accessContext({ db: database.db, clock: { now: () => now++ } }, 5)
})
afterAll(() => database.drop())

test('after twenty wrong codes in an hour, codes are refused, however slowly they come', async () => {
  const email = await makeOwn(database.db).user()
  await database.db.write((trx) =>
    trx.updateTable('api_users').set({ totp_secret: SECRET }).where('email', '=', email).execute(),
  )
  const enter = (code: string | null, password = 'a password') =>
    logIn(ctx, { email, password, code, address: '192.0.2.1' })
  const right = () => new TOTP({ secret: SECRET }).generate({ timestamp: now / 1000 })
  const refusedAs = (code: string) => expect.objectContaining({ code })
  for (let i = 0; i < 20; i++) {
    // A right code in between does not count, and does not make room for more guesses.
    if (i === 10) expect(await enter(right())).toMatchObject({ token_type: 'bearer' })
    await expect(enter('not-a-code')).rejects.toEqual(refusedAs('INVALID_CREDENTIALS'))
    now += MINUTE
  }
  await expect(enter(right())).rejects.toEqual(refusedAs('RATE_LIMITED'))
  // The warranty interface needs no code, and somebody without the password learns nothing.
  expect(await enter(null)).toMatchObject({ token_type: 'bearer' })
  await expect(enter(right(), 'wrong')).rejects.toEqual(refusedAs('INVALID_CREDENTIALS'))
  now += 60 * MINUTE
  expect(await enter(right())).toMatchObject({ token_type: 'bearer' })
})
