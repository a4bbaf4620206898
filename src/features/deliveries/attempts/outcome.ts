/** The meaning of an answer: delivered, try again, or permanently refused. */
export type Outcome = 'success' | 'retry' | 'final'

/** Temporary refusals: timeout, conflict, too early, too many requests (RFC 9110, 8470, 6585). */
const temporaryRefusals = new Set([408, 409, 425, 429])

/**
 * Classifies the status of a webhook's answer. Redirects are not followed: the receiver may be moving, so they are
 * retried like server errors. Every other refusal is final.
 */
export function classifyStatus(status: number): Outcome {
  if (status >= 200 && status < 300) return 'success'
  return status >= 400 && status < 500 && !temporaryRefusals.has(status) ? 'final' : 'retry'
}
