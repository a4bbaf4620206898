/**
 * Starts a time limit that ends after `ms` milliseconds or when `outer` fires. It needs one controller and one timer, a
 * fraction of the cost of `AbortSignal.timeout` and `any`. End it when the work is done.
 */
export function startDeadline(ms: number, outer?: AbortSignal) {
  const controller = new AbortController()
  const { promise: over, reject } = Promise.withResolvers<never>()
  // Maybe nobody waits for it.
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
