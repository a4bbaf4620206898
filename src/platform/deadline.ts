/**
 * When work must be over: after so many milliseconds, or when `outer` fires. Made of one controller and one timer,
 * which costs a fraction of `AbortSignal.timeout` and `any`. To be ended when the work is over.
 */
export function startDeadline(ms: number, outer?: AbortSignal) {
  const controller = new AbortController()
  const { promise: over, reject } = Promise.withResolvers<never>()
  // Nobody need be waiting for it.
  over.catch(() => undefined)
  const fire = () => {
    controller.abort()
    reject(controller.signal.reason)
  }
  const timer = setTimeout(fire, ms)
  if (outer?.aborted) fire()
  outer?.addEventListener('abort', fire, { once: true })
  return {
    signal: controller.signal,
    /** Rejects at the deadline, for work that does not look at the signal. */
    within: <T>(work: Promise<T>) => Promise.race([work, over]),
    end() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', fire)
    },
  }
}
