import { isCalendarDate, twoDigits } from './dates.ts'

/** Microseconds since the epoch, UTC: the unit of every timestamp in the database. Fits a double until 2255. */
export type Micros = number

/** The time for operations, injected so that tests can move it. */
export interface Clock {
  now(): Micros
}

export const DAY_MICROS: Micros = 86_400_000_000

let last = 0

/**
 * Returns the wall clock in microseconds. It strictly increases within the process, so "newest first" has no ties,
 * unless somebody sets the clock back by more than a second.
 */
export const systemClock: Clock = {
  now() {
    const micros = Math.floor((performance.timeOrigin + performance.now()) * 1000)
    const wall = Date.now() * 1000
    // performance.now() is monotonic and ignores changes of the clock by an operator or NTP.
    const candidate = Math.abs(micros - wall) > 1_000_000 ? wall : micros
    last = candidate > last || last - candidate > 1_000_000 ? candidate : last + 1
    return last
  },
}

/** Formats a timestamp as ISO 8601 UTC with six decimals, like all timestamps in responses. */
export function toIsoMicros(micros: Micros): string {
  const day = Math.floor(micros / DAY_MICROS)
  const within = micros - day * DAY_MICROS
  const seconds = Math.floor(within / 1_000_000)
  const minutes = Math.floor(seconds / 60)
  const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
  return `${dateOf(day)}T${time}.${String(within % 1_000_000).padStart(6, '0')}Z`
}

const DAYS_REMEMBERED = 10_000

// Cached: every record has several timestamps, and formatting dates takes longer than everything else.
const dates = new Map<number, string>()

function dateOf(day: number): string {
  let date = dates.get(day)
  if (date === undefined) {
    date = toUtcDate(day * DAY_MICROS)
    if (dates.size === DAYS_REMEMBERED) dates.clear()
    dates.set(day, date)
  }
  return date
}

/** Returns the UTC calendar date (`YYYY-MM-DD`) of an instant, in any time zone of the server. */
export function toUtcDate(micros: Micros): string {
  return new Date(Math.floor(micros / 1000)).toISOString().slice(0, 10)
}

/**
 * Parses an ISO 8601 instant with its time zone, or a date, which means its first moment in UTC. Undefined for other
 * texts.
 */
export function readInstant(text: string): Micros | undefined {
  const [, date, time] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? []
  if (!date || !isCalendarDate(date)) return undefined
  const milliseconds = Date.parse(time ? text : `${date}T00:00:00Z`)
  if (Number.isNaN(milliseconds)) return undefined
  const fraction = /\.\d{3}(\d{1,3})/.exec(text)?.[1] ?? ''
  return milliseconds * 1000 + Number(fraction.padEnd(3, '0'))
}
