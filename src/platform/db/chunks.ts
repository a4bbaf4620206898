/** SQLite accepts 32,766 parameters in a statement, PostgreSQL 65,535. */
const MOST_PARAMETERS = 30_000
/** Larger statements are no faster, and take longer to build. */
const MOST_ROWS = 1_000

/** Splits rows into parts that fit one statement, by the number of parameters of each row. */
export function* inChunks<T>(rows: readonly T[], parametersPerRow = 1): Generator<T[]> {
  const size = Math.min(MOST_ROWS, Math.floor(MOST_PARAMETERS / parametersPerRow))
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
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
