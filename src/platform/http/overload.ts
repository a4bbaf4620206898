import { AppError } from '../errors.ts'

const SAMPLE_MS = 100
const LATE_SAMPLES = 3
const CALM_SAMPLES = 10
const RETRY_AFTER_S = 2

/** Whether a process has more to do than it can. */
export interface Overload {
  /** What to answer requests with; undefined while all is well. */
  refusal(): AppError | undefined
  /** Takes note of how late the event loop just was. */
  sample(lagMs: number): void
}

interface OverloadOptions {
  /** How late the event loop may be; 0: as late as it likes. */
  lagMs: number
  onChange?: (overloaded: boolean, lagMs: number) => void
}

/**
 * Overloaded from the third sample in a row that is above the limit, so that no single pause counts, until the tenth
 * in a row that is below half of it.
 */
export function createOverload({ lagMs, onChange }: OverloadOptions): Overload {
  const refusal = new AppError('UNAVAILABLE', 'The server has more to do than it can. Try again later.', {
    retryAfter: RETRY_AFTER_S,
    quiet: true,
  })
  let overloaded = false
  let inARow = 0

  return {
    refusal: () => (overloaded ? refusal : undefined),
    sample(lateMs) {
      const counts = overloaded ? lateMs < lagMs / 2 : lagMs > 0 && lateMs > lagMs
      inARow = counts ? inARow + 1 : 0
      if (inARow < (overloaded ? CALM_SAMPLES : LATE_SAMPLES)) return
      overloaded = !overloaded
      inARow = 0
      onChange?.(overloaded, Math.round(lateMs))
    },
  }
}

/** Samples ten times a second how late a timer is. Answers how to stop. */
export function watchEventLoop(sample: (lagMs: number) => void): () => void {
  let dueAt = performance.now() + SAMPLE_MS
  const look = () => {
    const now = performance.now()
    sample(now - dueAt)
    dueAt = now + SAMPLE_MS
    timer = setTimeout(look, SAMPLE_MS).unref()
  }
  let timer = setTimeout(look, SAMPLE_MS).unref()
  return () => clearTimeout(timer)
}
