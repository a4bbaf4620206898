const secondsPerDay = 86_400

/** The three forms of an HTTP date (RFC 9110, 5.6.7) begin with the day's name. The oldest has no zone. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w: -]+$/

/**
 * Returns the wait that a `Retry-After` header asks for (RFC 9110, 10.2.3: seconds or an HTTP date) in whole seconds,
 * from 0 to a day. Null without a header and for a malformed one.
 * @param nowMs milliseconds since the epoch
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
