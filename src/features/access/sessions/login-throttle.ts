import { createHash } from 'node:crypto'
import { subscriberOf } from '../../../platform/client-address.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Trx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { releaseAttempt, take } from '../../../platform/throttle.ts'
import { LoginQueue, type Refusal } from './login-queue.ts'

const WINDOW_MS = 60_000
const HOUR_MS = 3_600_000
/** Wrong codes of a user in an hour: a guesser needs years. */
const MOST_CODES = 20
/** An address has this multiple of an account's limit. */
export const ADDRESS_FACTOR = 3

export interface LoginThrottle {
  /**
   * Runs one attempt to log in. `attempt` gets a function that releases its claim, for the transaction in which it
   * succeeds: only failures (INVALID_CREDENTIALS) count.
   * @throws AppError RATE_LIMITED after too many recent failures for the account or from the address
   */
  run<T>(
    who: { account: string; address: string },
    attempt: (release: (trx: Trx) => Promise<void>) => Promise<T>,
  ): Promise<T>
  /**
   * Counts a code of a second factor, until `releaseCode`: only wrong ones count. Somebody who guesses codes knows the
   * password, so that this limit locks nobody else out.
   * @throws AppError RATE_LIMITED after too many wrong codes for the user
   */
  countCode(userId: number): Promise<void>
  /** Call it in the transaction that uses a right code. */
  releaseCode(trx: Trx, userId: number): Promise<void>
}

/** @param limit failures of an account in a minute; an address (IPv6: a /64) has three times as many. 0: no limit */
export function createLoginThrottle(
  { db, clock, onRefusal }: { db: Db; clock: Clock; onRefusal?: () => void },
  limit: number,
): LoginThrottle {
  if (limit === 0) {
    return {
      run: (_, attempt) => attempt(async () => {}),
      async countCode() {},
      async releaseCode() {},
    }
  }
  const queue = new LoginQueue()

  return {
    async countCode(userId) {
      const codes = { key: codesOf(userId), most: MOST_CODES, windowMs: HOUR_MS }
      const waitMs = await db.write((trx) => take(trx, codes, clock.now()))
      if (waitMs === 0) return
      onRefusal?.()
      throw tooMany({ waitMs })
    },
    releaseCode: (trx, userId) => releaseAttempt(trx, codesOf(userId)),
    async run({ account, address }, attempt) {
      const digest = createHash('sha256').update(account).digest('hex')
      const limits = [
        { key: `login:account:${digest}`, most: limit, windowMs: WINDOW_MS },
        { key: `login:address:${subscriberOf(address)}`, most: limit * ADDRESS_FACTOR, windowMs: WINDOW_MS },
      ]
      const keys = limits.map(({ key }) => key)
      // Counted before the password is checked, so that concurrent guesses count, too.
      const refusal = await queue.enter(keys, () => count(limits))
      if (refusal) {
        onRefusal?.()
        throw tooMany(refusal)
      }
      const release = async (trx: Trx) => {
        for (const key of keys) await releaseAttempt(trx, key)
      }
      const leave = (madeRoom: boolean) => queue.leave(keys, madeRoom)
      try {
        const result = await attempt(release)
        leave(true)
        return result
      } catch (error) {
        if (isFailure(error)) {
          leave(false)
        } else {
          // Not awaited: the database itself may have failed.
          void db.write(release).then(
            () => leave(true),
            () => leave(false),
          )
        }
        throw error
      }
    },
  }

  /** Counts the attempt for every limit, or for none if one refuses. */
  function count(limits: Parameters<typeof take>[1][]): Promise<Refusal | undefined> {
    return db.write(async (trx) => {
      const counted: string[] = []
      for (const limit of limits) {
        const waitMs = await take(trx, limit, clock.now())
        if (waitMs > 0) {
          for (const key of counted) await releaseAttempt(trx, key)
          return { key: limit.key, waitMs }
        }
        counted.push(limit.key)
      }
      return undefined
    })
  }
}

function isFailure(error: unknown): boolean {
  return error instanceof AppError && error.code === 'INVALID_CREDENTIALS'
}

function codesOf(userId: number): string {
  return `login:code:${userId}`
}

function tooMany({ waitMs }: Pick<Refusal, 'waitMs'>): AppError {
  return new AppError('RATE_LIMITED', 'Too many failed logins. Wait before you try again.', {
    retryAfter: waitMs / 1000,
  })
}
