import { AppError } from '../../../platform/errors.ts'

export const WINDOW_MS = 60_000

/** A caller that has spent this part of its quota unknown to the other processes is made known at once. */
const SHARE_UNTOLD = 1 / 16

/** Rounding must not cost a caller its last request. */
const ROUNDING_MS = 1e-6

/** What a caller has spent in this process since it was last asked. */
export interface Spending {
  caller: string
  requests: number
}

/** Limits the requests of each caller. */
export interface RateLimit {
  /** The header `RateLimit-Policy`. */
  readonly policy: string
  /** Counts a request of `user:7` or `token:3`. Answers the header `RateLimit`; throws RATE_LIMITED. */
  take(caller: string): string
  /** Whether `take` would throw. */
  refuses(caller: string): boolean
  /** What was spent since the last call, to be told to other processes. */
  spent(): Spending[]
  /** Learns that a caller, what `spent` answered last included, has a whole quota again in so many milliseconds. */
  learn(caller: string, wholeInMs: number): void
  /** Takes spendings back that nobody could be told of, for the next `spent`. */
  keep(spendings: readonly Spending[]): void
  /** Called when a caller spends so fast that the others should know. */
  onHaste: () => void
}

interface Account {
  caller: string
  /** When all that was spent is made good, on the clock of `nowMs`: one number tells how much is left. */
  wholeAt: number
  untold: number
}

/**
 * `perMinute` requests at once, refilled evenly; undefined for 0, no limit. `nowMs` is monotonic. Nothing is waited
 * for: what other processes count comes in by `learn`.
 */
export function createRateLimit(
  perMinute: number,
  { nowMs = () => performance.now(), onRefusal = () => {} } = {},
): RateLimit | undefined {
  if (perMinute === 0) return undefined
  const costMs = WINDOW_MS / perMinute
  const hasty = Math.max(1, Math.ceil(perMinute * SHARE_UNTOLD))
  const policy = `"default";q=${perMinute};w=${WINDOW_MS / 1000}`
  const accounts = new Map<string, Account>()
  let untold: Account[] = []

  function accountOf(caller: string): Account {
    let account = accounts.get(caller)
    if (!account) {
      account = { caller, wholeAt: 0, untold: 0 }
      accounts.set(caller, account)
    }
    return account
  }

  /** How long, with one request more, until all that was spent is made good. */
  function owedWithOneMore(account: Account | undefined, now: number): number {
    return Math.max((account?.wholeAt ?? 0) - now, 0) + costMs
  }

  function isTooMuch(owedMs: number): boolean {
    return owedMs > WINDOW_MS + ROUNDING_MS
  }

  function refuse(owedMs: number): never {
    onRefusal()
    throw new AppError('RATE_LIMITED', `More than ${perMinute} requests a minute. Slow down.`, {
      retryAfter: (owedMs + costMs - WINDOW_MS) / 1000,
      headers: { 'ratelimit-policy': policy, ratelimit: standing(0, owedMs) },
    })
  }

  const limit: RateLimit = {
    policy,
    onHaste: () => {},
    take(caller) {
      const now = nowMs()
      const account = accountOf(caller)
      const owedMs = owedWithOneMore(account, now)
      if (isTooMuch(owedMs)) refuse(owedMs - costMs)
      account.wholeAt = now + owedMs
      if (account.untold++ === 0) untold.push(account)
      if (account.untold === hasty) limit.onHaste()
      return standing(Math.floor((WINDOW_MS + ROUNDING_MS - owedMs) / costMs), owedMs)
    },
    refuses: (caller) => isTooMuch(owedWithOneMore(accounts.get(caller), nowMs())),
    spent() {
      const spendings = untold.map((account) => ({ caller: account.caller, requests: account.untold }))
      for (const account of untold) account.untold = 0
      untold = []
      // Whoever has a whole quota is as good as unknown.
      const now = nowMs()
      for (const { caller, wholeAt } of accounts.values()) if (wholeAt <= now) accounts.delete(caller)
      return spendings
    },
    learn(caller, wholeInMs) {
      const account = accountOf(caller)
      account.wholeAt = nowMs() + wholeInMs + account.untold * costMs
    },
    keep(spendings) {
      for (const { caller, requests } of spendings) {
        const account = accountOf(caller)
        if (account.untold === 0) untold.push(account)
        account.untold += requests
      }
    },
  }
  return limit
}

/** What is left, and the seconds until all is there again: draft-ietf-httpapi-ratelimit-headers. */
function standing(left: number, owedMs: number): string {
  return `"default";r=${left};t=${Math.ceil(owedMs / 1000)}`
}
