import { AppError } from '../../platform/errors.ts'

const CALLERS_REMEMBERED = 100_000

/** Counts requests of one caller; throws RATE_LIMITED when there are too many. */
export type RateLimit = (caller: string) => void

/**
 * A token bucket a caller, in this process: `perMinute` at once, refilled evenly. 0: no limit.
 * `nowMs` is monotonic.
 */
export function createRateLimit(perMinute: number, nowMs: () => number = () => performance.now()): RateLimit {
  if (perMinute === 0) return () => {}
  const perMs = perMinute / 60_000
  const buckets = new Map<string, { level: number; at: number }>()

  return (caller) => {
    const now = nowMs()
    const bucket = buckets.get(caller) ?? { level: perMinute, at: now }
    bucket.level = Math.min(perMinute, bucket.level + (now - bucket.at) * perMs)
    bucket.at = now
    if (bucket.level < 1) {
      throw new AppError('RATE_LIMITED', `More than ${perMinute} requests a minute. Slow down.`, {
        retryAfter: (1 - bucket.level) / perMs / 1000,
      })
    }
    bucket.level -= 1
    buckets.delete(caller)
    buckets.set(caller, bucket)
    if (buckets.size > CALLERS_REMEMBERED) buckets.delete(buckets.keys().next().value!)
  }
}
