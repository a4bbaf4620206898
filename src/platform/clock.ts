import { isCalendarDate, twoDigits } from './dates.ts'

/** Microseconds since the epoch, UTC: the unit of every timestamp in the database. Fits a double until 2255. */
export type Micros = number

/** The time, as operations see it: injected, so that tests move it. */
export interface Clock {
  now(): Micros
}

export const DAY_MICROS: Micros = 86_400_000_000

let last = 0

/**
 * Wall clock with microseconds; strictly increasing within the process, so that "newest first" has no ties, unless the
 * clock is set back by more than a second.
 */
export const systemClock: Clock = {
  now() {
    const micros = Math.floor((performance.timeOrigin + performance.now()) * 1000)
    const wall = Date.now() * 1000
    // performance.now() is monotonic and does not follow a clock that an operator or NTP sets.
    const candidate = Math.abs(micros - wall) > 1_000_000 ? wall : micros
    last = candidate > last || last - candidate > 1_000_000 ? candidate : last + 1
    return last
  },
}

/** ISO 8601 UTC with six decimals, as `meta.timestamp` and every timestamp in a response has it. */
export function toIsoMicros(micros: Micros): string {
  const day = Math.floor(micros / DAY_MICROS)
  const within = micros - day * DAY_MICROS
  const seconds = Math.floor(within / 1_000_000)
  const minutes = Math.floor(seconds / 60)
  const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
  return `${dateOf(day)}T${time}.${String(within % 1_000_000).padStart(6, '0')}Z`
}

const DAYS_REMEMBERED = 10_000

// Every record has several timestamps, and formatting their dates takes longer than all the rest.
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

/** The UTC calendar date (`YYYY-MM-DD`) of an instant, whatever the server's time zone. */
export function toUtcDate(micros: Micros): string {
  return new Date(Math.floor(micros / 1000)).toISOString().slice(0, 10)
}

/** An ISO 8601 instant with its time zone; a date alone is its first moment in UTC. Undefined: it is neither. */
export function readInstant(text: string): Micros | undefined {
  const [, date, time] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? []
  if (!date || !isCalendarDate(date)) return undefined
  const milliseconds = Date.parse(time ? text : `${date}T00:00:00Z`)
  if (Number.isNaN(milliseconds)) return undefined
  const fraction = /\.\d{3}(\d{1,3})/.exec(text)?.[1] ?? ''
  return milliseconds * 1000 + Number(fraction.padEnd(3, '0'))
}
