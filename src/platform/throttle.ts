import type { Micros } from './clock.ts'
import type { Trx } from './db/db.ts'

interface Limit {
  /** The counted event, such as `login:account:…`. Shared by all processes, kept over restarts. */
  key: string
  /** The most events in one window. */
  most: number
  windowMs: number
}

/**
 * Counts one event. Returns 0 if it is within the limit. Otherwise counts nothing and returns the milliseconds until
 * the window ends. A window starts with its first event. One that starts more than a window from now is over: the clock
 * was set back.
 */
export async function take(trx: Trx, { key, most, windowMs }: Limit, now: Micros): Promise<number> {
  const row = await trx
    .insertInto('throttles')
    .values({ key, window_start: now, window_end: now + windowMs * 1000, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const over = eb.or([
          eb('throttles.window_end', '<=', now),
          eb('throttles.window_start', '>', now + windowMs * 1000),
        ])
        return {
          count: eb
            .case()
            .when(over)
            .then(1)
            .else(eb('throttles.count', '+', 1))
            .end(),
          window_start: eb.case().when(over).then(now).else(eb.ref('throttles.window_start')).end(),
          window_end: eb
            .case()
            .when(over)
            .then(now + windowMs * 1000)
            .else(eb.ref('throttles.window_end'))
            .end(),
        }
      }),
    )
    .returning(['count', 'window_end'])
    .executeTakeFirstOrThrow()
  if (row.count <= most) return 0
  await releaseAttempt(trx, key)
  return Math.max(1, Math.ceil((row.window_end - now) / 1000))
}

/** Subtracts one event that turned out not to count. */
export async function releaseAttempt(trx: Trx, key: string): Promise<void> {
  await trx
    .updateTable('throttles')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

/** Deletes expired windows. */
export async function forgetOldWindows(trx: Trx, now: Micros): Promise<void> {
  await trx.deleteFrom('throttles').where('window_end', '<', now).execute()
}
