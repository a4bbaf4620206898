/** What a delivery's answer means: it arrived, it is worth trying again, or it never will be. */
export type Outcome = 'success' | 'retry' | 'final'

/** Refusals that may pass: timeout, conflict, too early, too many requests (RFC 9110, 8470, 6585). */
const passingRefusals = new Set([408, 409, 425, 429])

/**
 * Judges the status of a webhook's answer. A redirect is not followed and may be a target on its way to being
 * moved, so it is tried again like a server's fault; every other refusal ends the delivery.
 */
export function classifyStatus(status: number): Outcome {
  if (status >= 200 && status < 300) return 'success'
  return status >= 400 && status < 500 && !passingRefusals.has(status) ? 'final' : 'retry'
}
