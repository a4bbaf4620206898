import { context, SpanKind, trace } from '@opentelemetry/api'
import type { Db } from '../platform/db/db.ts'
import type { OnStatement } from '../platform/db/statements.ts'
import type { Tracing } from './open-telemetry.ts'

const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' }

/** Returns the same database with a span for each transaction, as a child of the present span. */
export function traceDb(db: Db, tracing: Tracing): Db {
  const attributes = { 'db.system.name': SYSTEMS[db.dialect] }

  /** Without a present span, none is written: jobs look for work several times a second. */
  function transaction<H, T>(
    name: string,
    run: (work: (handle: H) => Promise<T>) => Promise<T>,
    work: (handle: H) => Promise<T>,
  ): Promise<T> {
    if (!trace.getActiveSpan()) return run(work)
    return tracing.span(name, 'client', attributes, () => {
      const own = context.active()
      // Embedded, transactions share a commit: each runs in its own context, not in that of the first.
      return run((handle) => context.with(own, () => work(handle)))
    })
  }

  return {
    ...db,
    write: (work) => transaction('db.write', db.write, work),
    snapshot: (work) => transaction('db.snapshot', db.snapshot, work),
  }
}

/** Writes a span for each statement that ran within a span. */
export function traceStatements(tracing: Tracing, dialect: Db['dialect']): OnStatement {
  return ({ sql, ms }) => {
    if (!trace.getActiveSpan()) return
    const end = Date.now()
    const name = /^\w+/.exec(sql)?.[0] ?? 'statement'
    const attributes = { 'db.system.name': SYSTEMS[dialect], 'db.query.text': sql }
    tracing.tracer
      .startSpan(`db.${name}`, { kind: SpanKind.CLIENT, startTime: end - ms, attributes })
      .end(end)
  }
}
