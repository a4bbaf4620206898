import type { SelectQueryBuilder } from 'kysely'
import type { Reader } from './db.ts'

/** Returns the number of rows that a query finds. Where there may be many, give the query a limit. */
export async function countRows<S, T extends keyof S, R>(
  reader: Reader,
  query: SelectQueryBuilder<S, T, R>,
): Promise<number> {
  const { count } = await reader
    .selectFrom(query.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
