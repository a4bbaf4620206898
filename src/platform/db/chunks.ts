/** SQLite accepts 32,766 parameters in a statement, PostgreSQL 65,535. */
const MOST_PARAMETERS = 30_000
/** Larger statements are no faster, and take longer to build. */
const MOST_ROWS = 1_000

/** Splits rows into parts that fit one statement, by the number of parameters of each row. */
export function* inChunks<T>(rows: readonly T[], parametersPerRow = 1): Generator<T[]> {
  const size = Math.min(MOST_ROWS, Math.floor(MOST_PARAMETERS / parametersPerRow))
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

/** Yields the rows of `read`, which returns up to `most` rows with an id above `after`, in order of ids. */
export async function* pagesById<R extends { id: number }>(
  most: number,
  read: (after: number) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  for (let after = 0; ; ) {
    const rows = await read(after)
    if (rows.length > 0) yield rows
    if (rows.length < most) return
    after = rows.at(-1)!.id
  }
}

/** Runs a query with each part of the values, and returns all rows. */
export async function readInChunks<T, R>(
  values: readonly T[],
  read: (some: T[]) => Promise<R[]>,
): Promise<R[]> {
  const rows: R[] = []
  for (const some of inChunks(values)) for (const row of await read(some)) rows.push(row)
  return rows
}
