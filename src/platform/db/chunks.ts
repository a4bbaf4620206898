/** SQLite takes 32,766 parameters a statement, PostgreSQL 65,535. */
const MOST_PARAMETERS = 30_000
/** Larger statements are no faster, and take longer to build. */
const MOST_ROWS = 1_000

/** Splits what one statement takes, at so many parameters a row, into what fits. */
export function* inChunks<T>(rows: readonly T[], parametersPerRow = 1): Generator<T[]> {
  const size = Math.min(MOST_ROWS, Math.floor(MOST_PARAMETERS / parametersPerRow))
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}
