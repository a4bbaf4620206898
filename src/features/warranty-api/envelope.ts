import { toIsoMicros } from '../../platform/clock.ts'
import type { Issue } from '../../platform/errors.ts'

const VERSION = '0.2.0'

/** What a response carries beside its data. */
interface Extras {
  pagination?: object
  /** What was ignored or looks odd; left out where there is nothing. */
  warnings?: readonly Issue[]
}

/** Returns a successful response of the warranty interface. */
export function success<T>(data: T, now: number, status = 200, { warnings = [], ...extras }: Extras = {}) {
  const meta = { ...metaAt(now), ...extras, ...(warnings.length > 0 ? { warnings } : {}) }
  return { success: true as const, status, data, meta }
}

/** Returns the `meta` that every response has, errors included. */
export function metaAt(now: number) {
  return { timestamp: toIsoMicros(now), version: VERSION }
}
