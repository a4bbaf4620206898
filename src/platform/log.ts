import {
  type DestinationStream,
  type LevelWithSilent,
  type LogFn,
  type Logger,
  pino,
  stdTimeFunctions,
} from 'pino'
import { censored, describeError, scrub, scrubFields, scrubText } from './log-scrub.ts'

export type { Logger }

export interface LoggerOptions {
  level: LevelWithSilent
  /** Default: standard output. */
  destination?: DestinationStream
}

/**
 * Creates the logger. It writes one JSON object a line, so that a line end in a value can't forge another line. Secrets
 * and personal data are removed from all logged values (`log-scrub.ts`). A request under `req` is logged as method and
 * path without its query, a reply under `res` as status and milliseconds. Fits Fastify's `loggerInstance`.
 */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: scrubLine },
    serializers: { req: describeRequest, res: describeReply, err: scrub, msg: scrub },
    redact: { paths: sensitiveBindings, censor: censored },
    hooks: { logMethod: scrubArguments },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Redacts a child logger's bindings, which pino renders before a line is scrubbed. */
const sensitiveBindings = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'access_token',
  'refresh_token',
  '["x-api-token"]',
  'email',
  'phone',
  'first_name',
  'last_name',
  'address',
]

/** Keys whose values are instances that the serializers above handle. */
const serialized = new Set(['req', 'res', 'err'])

function scrubLine(line: object): Record<string, unknown> {
  const kept = Object.entries(line).filter(([key]) => serialized.has(key))
  return { ...scrubFields(line), ...Object.fromEntries(kept) }
}

function scrubArguments(this: Logger, [first, ...rest]: Parameters<LogFn>, method: LogFn): void {
  const error: unknown = first instanceof Error ? first : (first as { err?: unknown } | null | undefined)?.err
  // For an error that is logged without a text, pino would take its raw message.
  const message =
    rest.length === 0 && error instanceof Error
      ? [describeError(error).message]
      : rest.map((arg) => scrub(arg))
  method.apply(this, [first, ...message] as Parameters<LogFn>)
}

function describeRequest(request: { id?: unknown; method?: unknown; url?: unknown }) {
  const path = String(request.url ?? '').split('?', 1)[0] ?? ''
  return { id: request.id, method: request.method, path: scrubText(path) }
}

function describeReply(reply: { statusCode?: number; elapsedTime?: number }) {
  const { statusCode, elapsedTime } = reply
  return { status: statusCode, ms: elapsedTime === undefined ? undefined : Math.round(elapsedTime * 10) / 10 }
}
