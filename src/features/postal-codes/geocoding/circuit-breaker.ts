/** Thrown instead of calling a service that has just failed several times. */
export class CircuitOpenError extends Error {
  /** Whole seconds until the service is tried again. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(`The service failed repeatedly; it is tried again in ${retryAfter} s.`)
    this.name = 'CircuitOpenError'
    this.retryAfter = retryAfter
  }
}

interface Options {
  /** Failures in a row after which calls are refused. */
  failures: number
  /** How long they are refused before one call is let through to see. */
  pauseMs: number
  /** Milliseconds by a clock that nobody sets. */
  nowMs: () => number
}

/**
 * Keeps callers from waiting for a service that is down: after some failures in a row every call is refused at
 * once; after a pause one is let through, and what comes of it decides.
 */
export function createCircuitBreaker({ failures, pauseMs, nowMs }: Options) {
  let failed = 0
  let refusedUntil = 0
  let probing = false

  return async function call<T>(work: () => Promise<T>): Promise<T> {
    const isProbe = failed >= failures
    if (isProbe) {
      const pause = refusedUntil - nowMs()
      if (pause > 0 || probing) throw new CircuitOpenError(Math.max(1, Math.ceil(pause / 1000)))
      probing = true
    }
    try {
      const result = await work()
      failed = 0
      return result
    } catch (error) {
      failed += 1
      refusedUntil = nowMs() + pauseMs
      throw error
    } finally {
      if (isProbe) probing = false
    }
  }
}
