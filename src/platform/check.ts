const MOST_NAMES = 5
const MOST_RECORDS = 1_000

type Level = 'ok' | 'warning' | 'fault'

/** The result of one check for an operator. It contains no secrets. */
export interface Finding {
  level: Level
  /** The finding and its meaning. */
  message: string
  /** The recommended fix. */
  advice?: string
  /** Up to 1,000 affected records, as an administrator names them. The message has the first few. */
  records?: readonly string[]
}

/** A check of `transom doctor`. An error that `run` throws becomes a finding of the level `fault`. */
export interface Check {
  name: string
  run(): Promise<Finding[]>
  /** Milliseconds after which the check fails; ten seconds by default. */
  timeoutMs?: number
}

export const ok = (message: string): Finding => ({ level: 'ok', message })

export const warning = (message: string, advice: string, records?: readonly string[]): Finding => ({
  level: 'warning',
  message,
  advice,
  ...(records && { records: records.slice(0, MOST_RECORDS) }),
})

export const problem = (message: string, advice: string, records?: readonly string[]): Finding => ({
  level: 'fault',
  message,
  advice,
  ...(records && { records: records.slice(0, MOST_RECORDS) }),
})

/** Returns a warning for each complaint, or one line that says there is none. */
export function warningsOr(warnings: (Finding | false)[], fine: string): Finding[] {
  const found = warnings.filter((entry) => entry !== false)
  return found.length > 0 ? found : [ok(fine)]
}

/** Returns the first names of a list and how many more there are: `a, b and 17 more`. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ')
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown
}
