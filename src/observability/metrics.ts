import { LIMITS } from '../features/access/index.ts'
import type { Deliveries } from '../features/deliveries/index.ts'
import { GEOCODER_OUTCOMES } from '../features/postal-codes/index.ts'
import type { Db } from '../platform/db/db.ts'
import type { Metrics } from './http-metrics.ts'

const COMMIT_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
const WRITES = [1, 2, 4, 8, 16, 32, 64, 128, 256]

/** Returns the metrics of everything but requests: callbacks for the parts of the service, and watches. */
export function createMeasurements(metrics: Metrics, { embedded }: { embedded: boolean }) {
  return {
    onGeocoderCall: metrics.counter(
      'transom_geocoder_calls_total',
      'Calls of the geocoding service, by how they ended',
      'outcome',
      GEOCODER_OUTCOMES,
    ),
    onRefusal: metrics.counter(
      'transom_refused_total',
      'Requests that were answered 429 or turned away with 503, by what refused them',
      'by',
      [...LIMITS, 'overload'],
    ),
    onCommit: embedded ? commits(metrics) : undefined,
    /** Shows the number of pending deliveries and their age. */
    watchDeliveries(deliveries: Deliveries) {
      metrics.gauge('transom_deliveries', 'Deliveries that are pending or failed permanently', 'status', () =>
        deliveries.count(),
      )
      metrics.gauge(
        'transom_deliveries_oldest_seconds',
        'How long the oldest of the deliveries that wait has waited, and the first has been due',
        'since',
        async () => {
          const { waiting_s, overdue_s } = await deliveries.oldest()
          return { created: waiting_s, due: overdue_s }
        },
      )
    },
    /** Shows the connection pool of a database that has one. */
    watchPool(db: Db) {
      const { connections } = db
      if (!connections) return
      metrics.gauge('transom_database_connections', 'The connection pool', 'state', async () => connections())
    },
  }
}

function commits(metrics: Metrics) {
  const seconds = metrics.histogram(
    'transom_database_commit_duration_seconds',
    'Time that a commit took to be on disk',
    COMMIT_SECONDS,
  )
  const writes = metrics.histogram('transom_database_commit_writes', 'Writes that shared a commit', WRITES)
  return (count: number, ms: number) => {
    seconds.observe(ms / 1000)
    writes.observe(count)
  }
}
