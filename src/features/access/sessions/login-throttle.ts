import { createHash } from 'node:crypto'
import { subscriberOf } from '../../../platform/client-address.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Trx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { releaseAttempt, take } from '../../../platform/throttle.ts'
import { type Refusal, WaitingLines } from './login-queue.ts'

const WINDOW_MS = 60_000
const ADDRESS_FACTOR = 3

export interface LoginThrottle {
  /**
   * Runs one attempt to log in, unless too many have failed of late for its account or from its address:
   * RATE_LIMITED. `attempt` gets a function that takes the attempt back, for the transaction in which it
   * succeeds: only failures count, those that end with INVALID_CREDENTIALS.
   */
  run<T>(
    who: { account: string; address: string },
    attempt: (takeBack: (trx: Trx) => Promise<void>) => Promise<T>,
  ): Promise<T>
}

/** `limit` is that of an account in one minute; an address (IPv6: a /64) has three times as much. 0: no limit. */
export function createLoginThrottle(
  { db, clock, onRefusal }: { db: Db; clock: Clock; onRefusal?: () => void },
  limit: number,
): LoginThrottle {
  if (limit === 0) return { run: (_, attempt) => attempt(async () => {}) }
  const lines = new WaitingLines()

  return {
    async run({ account, address }, attempt) {
      const digest = createHash('sha256').update(account).digest('hex')
      const limits = [
        { key: `login:account:${digest}`, most: limit, windowMs: WINDOW_MS },
        { key: `login:address:${subscriberOf(address)}`, most: limit * ADDRESS_FACTOR, windowMs: WINDOW_MS },
      ]
      const keys = limits.map(({ key }) => key)
      // Counted before the password is looked at, so that guesses sent all at once are counted too.
      const refusal = await lines.enter(keys, () => count(limits))
      if (refusal) {
        onRefusal?.()
        throw tooMany(refusal)
      }
      const takeBack = async (trx: Trx) => {
        for (const key of keys) await releaseAttempt(trx, key)
      }
      const leave = (madeRoom: boolean) => lines.leave(keys, madeRoom)
      try {
        const result = await attempt(takeBack)
        leave(true)
        return result
      } catch (error) {
        if (isFailure(error)) {
          leave(false)
        } else {
          // Not waited for: it may be the database that failed.
          void db.write(takeBack).then(
            () => leave(true),
            () => leave(false),
          )
        }
        throw error
      }
    },
  }

  /** Counts under every limit, or under none when one refuses. */
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

function tooMany({ waitMs }: Refusal): AppError {
  return new AppError('RATE_LIMITED', 'Too many failed log-ins. Wait before the next one.', {
    retryAfter: waitMs / 1000,
  })
}
