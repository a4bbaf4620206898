import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'

interface Cost {
  caller: string
  /** Microseconds in which it is made good. */
  cost: Micros
}

/**
 * Adds to what each caller has spent, and answers until when it is made good; no later than `most` from now. Sorted,
 * so that processes do not wait for each other crosswise.
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

/** Removes what is made good. */
export async function deleteIdleCallers(trx: Trx, now: Micros): Promise<void> {
  await trx.deleteFrom('rate_limits').where('spent_until', '<', now).execute()
}

/** In chunks of few different sizes, as each size is a statement that PostgreSQL keeps prepared. */
function* inPowersOfTwo<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0, size = 256; start < rows.length; ) {
    if (size > rows.length - start) size /= 2
    else {
      yield rows.slice(start, start + size)
      start += size
    }
  }
}
