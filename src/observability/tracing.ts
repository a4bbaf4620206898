import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db } from '../platform/db/db.ts'
import type { OnStatement } from '../platform/db/statements.ts'
import type { App } from '../platform/http/server.ts'
import type { Trace } from '../platform/trace.ts'

/** Tracing for the parts of the service. */
export interface Traces {
  trace: Trace
  onStatement: OnStatement
  ofDb(db: Db): Db
  observe(app: App): void
  stop(): Promise<void>
}

/** Starts tracing if OTEL_EXPORTER_OTLP_ENDPOINT is set. Otherwise loads nothing of it. */
export async function openTraces(config: Config, log: Logger): Promise<Traces | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint || config.OTEL_SDK_DISABLED) return undefined
  const [{ startTracing }, { traceRequests }, { traceDb, traceStatements }] = await Promise.all([
    import('./open-telemetry.ts'),
    import('./trace-requests.ts'),
    import('./trace-db.ts'),
  ])
  const tracing = startTracing({
    serviceName: config.OTEL_SERVICE_NAME,
    sampler: config.OTEL_TRACES_SAMPLER,
    samplerArg: config.OTEL_TRACES_SAMPLER_ARG,
    propagates: config.OTEL_PROPAGATORS.split(',').some((name) => name.trim() === 'tracecontext'),
    exportEveryMs: config.OTEL_BSP_SCHEDULE_DELAY,
    onError: (message) => log.warn({ reason: message }, 'spans could not be sent'),
  })
  return {
    trace: tracing,
    onStatement: traceStatements(tracing, config.DATABASE_URL ? 'postgres' : 'sqlite'),
    ofDb: (db) => traceDb(db, tracing),
    observe: (app) => traceRequests(app as never, tracing),
    stop: tracing.stop,
  }
}
