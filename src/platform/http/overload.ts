import { AppError } from '../errors.ts'

const SAMPLE_MS = 100
const LATE_SAMPLES = 3
const CALM_SAMPLES = 10
const RETRY_AFTER_S = 2

/** Refuses requests while a process has more work than it can do. */
export interface Overload {
  /** Returns the error for requests while the process is overloaded. */
  refusal(): AppError | undefined
  /** Records the event loop's latest lag in milliseconds. */
  sample(lagMs: number): void
}

interface OverloadOptions {
  /** The most milliseconds of lag; 0 means no limit. */
  lagMs: number
  onChange?: (overloaded: boolean, lagMs: number) => void
}

/**
 * Returns an overload guard. Three samples in a row above the limit start an overload, so a single pause does not; ten
 * in a row below half of the limit end it.
 */
export function createOverload({ lagMs, onChange }: OverloadOptions): Overload {
  const refusal = new AppError('UNAVAILABLE', 'The server is overloaded. Try again later.', {
    retryAfter: RETRY_AFTER_S,
    quiet: true,
  })
  let overloaded = false
  let inARow = 0

  return {
    refusal: () => (overloaded ? refusal : undefined),
    sample(lateMs) {
      const isCounted = overloaded ? lateMs < lagMs / 2 : lagMs > 0 && lateMs > lagMs
      inARow = isCounted ? inARow + 1 : 0
      if (inARow < (overloaded ? CALM_SAMPLES : LATE_SAMPLES)) return
      overloaded = !overloaded
      inARow = 0
      onChange?.(overloaded, Math.round(lateMs))
    },
  }
}

/** Measures a timer's lag ten times a second. Returns a function that stops it. */
export function watchEventLoop(sample: (lagMs: number) => void): () => void {
  let dueAt = performance.now() + SAMPLE_MS
  const takeSample = () => {
    const now = performance.now()
    sample(now - dueAt)
    dueAt = now + SAMPLE_MS
    timer = setTimeout(takeSample, SAMPLE_MS).unref()
  }
  let timer = setTimeout(takeSample, SAMPLE_MS).unref()
  return () => clearTimeout(timer)
}
