import { type Micros, readInstant } from '../clock.ts'
import { AppError } from '../errors.ts'

const MINUTE = 60_000_000
const UNITS: Record<string, Micros> = { m: MINUTE, h: 60 * MINUTE, d: 1_440 * MINUTE, w: 10_080 * MINUTE }

/**
 * Returns the moment that an option names: `90m`, `24h`, `7d` or `2w` before now, an ISO 8601 instant with its zone, or
 * a date, which means its first moment in UTC. Undefined without a value.
 * @throws AppError (VALIDATION_ERROR)
 */
export function readMoment(option: string, text: string | undefined, now: Micros): Micros | undefined {
  if (text === undefined) return undefined
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  const moment = count && unit ? now - Number(count) * UNITS[unit]! : readInstant(text)
  if (moment !== undefined) return moment
  throw new AppError(
    'VALIDATION_ERROR',
    `${option} must be a time such as 30m, 2h, 7d (ago), 2026-05-01 or 2026-05-01T12:00:00Z, not "${text}".`,
  )
}
