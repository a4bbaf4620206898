const secondsPerDay = 86_400

/** The three forms of an HTTP date (RFC 9110, 5.6.7) begin with a day's name; the oldest lacks its zone. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w: -]+$/

/**
 * The wait that a `Retry-After` header asks for (RFC 9110, 10.2.3: seconds or an HTTP date), in whole seconds
 * from `nowMs` (epoch, milliseconds), from 0 to a day. Null where there is none or it is malformed.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, nowMs)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), secondsPerDay)
}

function secondsUntil(text: string, nowMs: number): number {
  if (!httpDate.test(text)) return Number.NaN
  const date = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
  return Math.ceil((date - nowMs) / 1000)
}
