import { Type } from 'typebox'
import { type Micros, readInstant } from '../../platform/clock.ts'
import { Invalid, issue } from '../../platform/errors.ts'

const Moment = Type.String({ description: 'ISO 8601: 2026-05-01 or 2026-05-01T12:00:00Z' })

/** The parameters of lists that a time bounds. */
export const BOUNDS = { from: Type.Optional(Moment), to: Type.Optional(Moment) }

/** Returns a filter with its times as operations take them. @throws Invalid (VALIDATION_ERROR) */
export function readBounds<F extends { from?: string; to?: string }>({ from, to, ...filter }: F) {
  const since = readMoment('from', from)
  const until = readMoment('to', to)
  return { ...filter, ...(since !== undefined && { since }), ...(until !== undefined && { until }) }
}

function readMoment(field: string, text: string | undefined): Micros | undefined {
  if (text === undefined) return undefined
  const time = readInstant(text)
  if (time !== undefined) return time
  throw new Invalid([issue(field, 'must be a date or a time with its zone, such as 2026-05-01T12:00:00Z')])
}
