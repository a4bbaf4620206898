/**
 * Calls `then` when a turn of the event loop brings nothing more, or `most` items have arrived, so that items that arrive
 * together are handled as one batch. `count` returns how many have arrived. A single item waits one turn, about 10 µs.
 */
export function collectBatch(count: () => number, most: number, then: () => void): void {
  let seen = count()
  const look = () => {
    const now = count()
    if (now === seen || now >= most) return then()
    seen = now
    setImmediate(look)
  }
  setImmediate(look)
}
