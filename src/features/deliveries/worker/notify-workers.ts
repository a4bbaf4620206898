import type { DeliveryContext } from '../context.ts'

/** What processes tell each other of: the outbox has something new. */
export const TOPIC = 'deliveries'

/** A telling costs a query here and one in every other process. */
const LEAST_MS = 25

/** Tells other processes of what was enqueued: at once, then once in a while at most. Whoever misses it looks by itself. */
export function createWorkerNotifier({ db, log }: DeliveryContext) {
  let again = false
  let waiting: NodeJS.Timeout | undefined

  function tell() {
    if (waiting) {
      again = true
      return
    }
    again = false
    waiting = setTimeout(() => {
      waiting = undefined
      if (again) tell()
    }, LEAST_MS)
    db.notify(TOPIC).catch((err) => log.debug({ err }, 'other processes could not be told of deliveries'))
  }

  return {
    tell,
    /** Tells nobody any more. */
    stop: () => clearTimeout(waiting),
  }
}
