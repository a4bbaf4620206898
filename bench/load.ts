import { createHistogram, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { open } from './connection.ts'

/** The requests to send, the server, and the duration. */
export interface Load {
  port: number
  /** Connections, each with one request in flight. */
  connections: number
  seconds: number
  /** Returns the next request, head and body, as latin1 text. */
  next: () => string
  /** The status that every answer must have. */
  status: number
  /**
   * Requests a second of all connections together, sent when they are due even if the server falls behind, with
   * latency counted from that moment. Without it, each connection sends as soon as it has its answer.
   */
  perSecond?: number
  /** Returns whether to end before the time. */
  isOver?: () => boolean
}

/** Answers within the time, and their latencies in milliseconds. */
export interface Measured {
  rps: number
  p50: number
  p99: number
  /** All answers, including those after the time. */
  answered: number
  /** Mean size of a body in bytes. */
  bodyBytes: number
}

/**
 * Loads a server over keep-alive connections. It costs less than any server it measures: requests are prepared
 * texts, and it reads only an answer's status and length. Throws when an answer has another status.
 */
export async function load(options: Load): Promise<Measured> {
  const latencies = createHistogram({ highest: 60_000_000 })
  const totals = { counted: 0, answered: 0, bytes: 0 }
  const start = performance.now()
  const end = start + options.seconds * 1000
  const spacing = options.perSecond ? (options.connections / options.perSecond) * 1000 : 0

  async function drive(index: number): Promise<void> {
    const connection = await open(options.port)
    try {
      for (let turn = 0; ; turn++) {
        const due = spacing > 0 ? start + spacing * (turn + index / options.connections) : performance.now()
        if (due >= end) return
        if (due > performance.now()) await sleep(due - performance.now())
        if (options.isOver?.()) return
        // A timer may fire a little early.
        const from = Math.min(due, performance.now())
        const { status, bodyBytes } = await connection.exchange(options.next())
        if (status !== options.status)
          throw new Error(`Expected ${options.status}: ${connection.lastAnswer()}`)
        const now = performance.now()
        totals.answered++
        totals.bytes += bodyBytes
        if (now <= end) totals.counted++
        latencies.record(Math.max(1, Math.round((now - from) * 1000)))
      }
    } finally {
      connection.close()
    }
  }

  await Promise.all(Array.from({ length: options.connections }, (_, index) => drive(index)))
  const seconds = options.isOver ? (performance.now() - start) / 1000 : options.seconds
  return {
    rps: totals.counted / seconds,
    p50: latencies.percentile(50) / 1000,
    p99: latencies.percentile(99) / 1000,
    answered: totals.answered,
    bodyBytes: totals.bytes / totals.answered,
  }
}
