import { executionAsyncResource } from 'node:async_hooks'

const kept = new Set<object>()

/**
 * Keeps `process.nextTick` as fast as it is at first; a request takes several. Node makes an object for each call, with
 * symbols for keys. When V8 collects all garbage while no such object is waiting, it forgets their shape, and after a
 * few times the place that makes them learns no shape any more: from then on each call takes four to five times as
 * long, for as long as the process runs. One that is never let go keeps the shape. Answers that one.
 */
export function keepTicksFast(): Promise<object> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      const tick = executionAsyncResource()
      kept.add(tick)
      resolve(tick)
    })
  })
}
