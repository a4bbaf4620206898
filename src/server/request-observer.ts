import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { callerOf } from '../features/access/index.ts'
import { logRequests } from '../observability/request-log.ts'
import type { Traces } from '../observability/tracing.ts'
import type { App } from '../platform/http/server.ts'

/** Returns the enabled observers of every request: tracing and the access log. */
export function requestObserver(
  config: Config,
  log: Logger,
  traces: Traces | undefined,
): ((app: App) => void) | undefined {
  if (!config.ACCESS_LOG) return traces?.observe
  return (app) => {
    traces?.observe(app)
    logRequests(app as never, log, callerOf)
  }
}
