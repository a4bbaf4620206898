/** What PostgreSQL says of every statement after one that failed. */
const CONSEQUENCE = '25P02'

/**
 * Waits for parts of a transaction that do not need one another's answers: what each sends first goes to PostgreSQL at
 * once, in this order, and is run in this order. When some fail, throws the error that the others followed from, but not
 * before all have ended, so that none goes on in a transaction that is being rolled back.
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
