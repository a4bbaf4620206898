/** PostgreSQL's error for every statement after a failed one. */
const CONSEQUENCE = '25P02'

/**
 * Runs parts of a transaction that don't need one another's results. Sends their first statements to PostgreSQL without
 * waiting; they run in this order.
 *
 * Gains: with `postgres-transaction.ts`, twice the deliveries. Gives up: a part must not rely on the end of an earlier
 * one that has several statements.
 * @throws the error that caused the others, after all parts have ended: none continues while the transaction is rolled
 * back
 */
export async function pipelined<const T extends readonly Promise<unknown>[]>(
  parts: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  const errors: unknown[] = []
  const results = await Promise.allSettled(parts)
  for (const result of results) if (result.status === 'rejected') errors.push(result.reason)
  if (errors.length > 0) {
    throw errors.find((error) => (error as { code?: unknown }).code !== CONSEQUENCE) ?? errors[0]
  }
  return Promise.all(parts)
}
