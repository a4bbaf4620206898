import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'

interface Cost {
  caller: string
  /** Microseconds until the quota has refilled by as much. */
  cost: Micros
}

/**
 * Adds costs to the callers' totals. Returns when each quota is full again, at most `most` from now. Rows are sorted,
 * which prevents deadlocks between processes.
 */
export async function spend(
  trx: Trx,
  costs: readonly Cost[],
  { now, most }: { now: Micros; most: Micros },
): Promise<{ caller: string; spent_until: Micros }[]> {
  const rows = costs
    .map(({ caller, cost }) => ({ caller, spent_until: now + Math.min(cost, most) }))
    .sort((a, b) => (a.caller < b.caller ? -1 : 1))
  const accounts = []
  for (const some of inPowersOfTwo(rows)) {
    const added = await trx
      .insertInto('rate_limits')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('caller').doUpdateSet((eb) => {
          const sum = eb('rate_limits.spent_until', '+', eb('excluded.spent_until', '-', now))
          return {
            spent_until: eb
              .case()
              .when('rate_limits.spent_until', '<=', now)
              .then(eb.ref('excluded.spent_until'))
              .when(sum, '>', now + most)
              .then(now + most)
              .else(sum)
              .end(),
          }
        }),
      )
      .returning(['caller', 'spent_until'])
      .execute()
    accounts.push(...added)
  }
  return accounts
}

/** Deletes the rows of callers whose quota is full again. */
export async function deleteIdleCallers(trx: Trx, now: Micros): Promise<void> {
  await trx.deleteFrom('rate_limits').where('spent_until', '<', now).execute()
}

/** Splits rows into chunks of few different sizes: PostgreSQL keeps a prepared statement for each size. */
function* inPowersOfTwo<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0, size = 256; start < rows.length; ) {
    if (size > rows.length - start) size /= 2
    else {
      yield rows.slice(start, start + size)
      start += size
    }
  }
}
