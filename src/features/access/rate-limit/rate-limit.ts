import { AppError } from '../../../platform/errors.ts'

export const WINDOW_MS = 60_000

/** Requests of a caller are reported to other processes early when they reach this part of its quota. */
const UNREPORTED_SHARE = 1 / 16

/** Prevents rounding from refusing a caller's last request. */
const ROUNDING_MS = 1e-6

/** A caller's requests in this process since the last report. */
export interface Spending {
  caller: string
  requests: number
}

/** Limits the requests of each caller. */
export interface RateLimit {
  /** The header `RateLimit-Policy`. */
  readonly policy: string
  /** Counts a request of `user:7` or `token:3`. Returns the header `RateLimit`. @throws AppError RATE_LIMITED */
  take(caller: string): string
  /** Returns whether `take` would throw. */
  refuses(caller: string): boolean
  /** Returns the requests since the last call, to report them to other processes. */
  takeUnreported(): Spending[]
  /** Sets when a caller's quota is full again, after everything that `takeUnreported` has returned. */
  learn(caller: string, fullInMs: number): void
  /** Takes requests back that could not be reported, for the next `takeUnreported`. */
  keep(spendings: readonly Spending[]): void
  /** Called when a caller sends so fast that other processes should be told early. */
  onBurst: () => void
}

interface Account {
  caller: string
  /** When the quota is full again, on the clock of `nowMs`. What is left follows from it. */
  fullAt: number
  unreported: number
}

/**
 * Returns a limit with a quota of `perMinute` requests that refills evenly; undefined for 0, no limit. `name` is in
 * the headers. `nowMs` is monotonic. Requests at other processes are learned with `learn`; `take` never waits for them.
 */
export function createRateLimit(
  perMinute: number,
  { name = 'default', nowMs = () => performance.now(), onRefusal = () => {} } = {},
): RateLimit | undefined {
  if (perMinute === 0) return undefined
  const costMs = WINDOW_MS / perMinute
  const mostUnreported = Math.max(1, Math.ceil(perMinute * UNREPORTED_SHARE))
  const policy = `"${name}";q=${perMinute};w=${WINDOW_MS / 1000}`
  const accounts = new Map<string, Account>()
  let unreported: Account[] = []

  function accountOf(caller: string): Account {
    let account = accounts.get(caller)
    if (!account) {
      account = { caller, fullAt: 0, unreported: 0 }
      accounts.set(caller, account)
    }
    return account
  }

  /** Returns the milliseconds until the quota would be full again after one more request. */
  function owedWithOneMore(account: Account | undefined, now: number): number {
    return Math.max((account?.fullAt ?? 0) - now, 0) + costMs
  }

  function isTooMuch(owedMs: number): boolean {
    return owedMs > WINDOW_MS + ROUNDING_MS
  }

  function refuse(owedMs: number): never {
    onRefusal()
    throw new AppError('RATE_LIMITED', `More than ${perMinute} requests a minute. Slow down.`, {
      retryAfter: (owedMs + costMs - WINDOW_MS) / 1000,
      headers: { 'ratelimit-policy': policy, ratelimit: header(0, owedMs) },
    })
  }

  /** Returns the requests left, and the seconds until the quota is full: draft-ietf-httpapi-ratelimit-headers. */
  function header(left: number, owedMs: number): string {
    return `"${name}";r=${left};t=${Math.ceil(owedMs / 1000)}`
  }

  const limit: RateLimit = {
    policy,
    onBurst: () => {},
    take(caller) {
      const now = nowMs()
      const account = accountOf(caller)
      const owedMs = owedWithOneMore(account, now)
      if (isTooMuch(owedMs)) refuse(owedMs - costMs)
      account.fullAt = now + owedMs
      if (account.unreported++ === 0) unreported.push(account)
      if (account.unreported === mostUnreported) limit.onBurst()
      return header(Math.floor((WINDOW_MS + ROUNDING_MS - owedMs) / costMs), owedMs)
    },
    refuses: (caller) => isTooMuch(owedWithOneMore(accounts.get(caller), nowMs())),
    takeUnreported() {
      const spendings = unreported.map((account) => ({
        caller: account.caller,
        requests: account.unreported,
      }))
      for (const account of unreported) account.unreported = 0
      unreported = []
      // A caller with a full quota needs no account.
      const now = nowMs()
      for (const { caller, fullAt } of accounts.values()) if (fullAt <= now) accounts.delete(caller)
      return spendings
    },
    learn(caller, fullInMs) {
      const account = accountOf(caller)
      account.fullAt = nowMs() + fullInMs + account.unreported * costMs
    },
    keep(spendings) {
      for (const { caller, requests } of spendings) {
        const account = accountOf(caller)
        if (account.unreported === 0) unreported.push(account)
        account.unreported += requests
      }
    },
  }
  return limit
}

/**
 * Counts a request of a caller against each of these limits, or against none if one refuses it. Returns the headers.
 * @throws AppError RATE_LIMITED
 */
export function takeAll(budgets: readonly [RateLimit, string][]): Record<string, string> {
  if (budgets.length === 0) return {}
  const refusing = budgets.find(([limit, caller]) => limit.refuses(caller))
  refusing?.[0].take(refusing[1])
  return {
    ratelimit: budgets.map(([limit, caller]) => limit.take(caller)).join(', '),
    'ratelimit-policy': budgets.map(([limit]) => limit.policy).join(', '),
  }
}
