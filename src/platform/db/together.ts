/**
 * Waits for parts of a transaction that do not need one another's answers: what each sends first goes to PostgreSQL at
 * once, in this order, and is run in this order. Throws the first error, but not before all have ended, so that none
 * goes on in a transaction that is being rolled back.
 */
export async function together<const T extends readonly Promise<unknown>[]>(
  parts: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  const [all] = await Promise.allSettled([Promise.all(parts), Promise.allSettled(parts)])
  if (all.status === 'rejected') throw all.reason
  return all.value
}
