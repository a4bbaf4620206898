import type { DeliveryContext } from '../context.ts'

/** The notification that the outbox has new deliveries. */
export const TOPIC = 'deliveries'

/** Milliseconds between notifications: each costs a query here and in every other process. */
const INTERVAL_MS = 25

/**
 * Returns what notifies other processes of new deliveries: immediately, then at intervals. A process that misses a
 * notification finds them when it polls.
 */
export function createWorkerNotifier({ db, log }: DeliveryContext) {
  let again = false
  let waiting: NodeJS.Timeout | undefined

  function notify() {
    if (waiting) {
      again = true
      return
    }
    again = false
    waiting = setTimeout(() => {
      waiting = undefined
      if (again) notify()
    }, INTERVAL_MS)
    db.notify(TOPIC).catch((err) => log.debug({ err }, 'other processes could not be notified of deliveries'))
  }

  return {
    notify,
    /** Cancels the pending notification. */
    stop: () => clearTimeout(waiting),
  }
}
