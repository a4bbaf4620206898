import { createHistogram, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { open } from '../connection.ts'
import type { Step } from './mix.ts'

interface Tally {
  answered: number
  errors: number
  /** Milliseconds. */
  p99: number
}

/** A load that continues until `stop`. */
export interface Drive {
  /** Returns what happened since the last call. */
  take(): Tally
  /** Descriptions of the first errors. */
  readonly complaints: string[]
  stop(): Promise<void>
}

const COMPLAINTS = 20
const HIGHEST_US = 60_000_000
/** Enough of an answer to contain two tokens. */
const ANSWER_BYTES = 4_000

/**
 * Loads a server over `connections`. With `perSecond`, it sends requests when they are due, even if the server is slow.
 * Without, each connection sends as soon as it has its answer.
 */
export function startDrive(port: number, connections: number, next: () => Step, perSecond?: number): Drive {
  const latencies = createHistogram({ highest: HIGHEST_US })
  const complaints: string[] = []
  const start = performance.now()
  const spacing = perSecond ? (connections / perSecond) * 1_000 : 0
  let answered = 0
  let errors = 0
  let over = false
  const complain = (text: string) => {
    errors++
    if (complaints.length < COMPLAINTS) complaints.push(text)
  }

  async function drive(index: number): Promise<void> {
    let connection = await open(port)
    for (let turn = 0; !over; turn++) {
      const due = spacing > 0 ? start + spacing * (turn + index / connections) : performance.now()
      if (due > performance.now()) await sleep(due - performance.now())
      if (over) break
      const step = next()
      try {
        const { status, bodyBytes } = await connection.exchange(step.request)
        latencies.record(Math.min(HIGHEST_US, Math.max(1, Math.round((performance.now() - due) * 1_000))))
        answered++
        if (step.expected.includes(status)) step.then?.(connection.lastAnswer(ANSWER_BYTES))
        else
          complain(
            `${step.request.split(' HTTP')[0]}: ${status} ${bodyOf(connection.lastAnswer(), bodyBytes)}`,
          )
      } catch (error) {
        if (over) break
        complain(`${step.request.split(' HTTP')[0]}: ${error}`)
        connection.close()
        await sleep(100)
        connection = await open(port)
      }
    }
    connection.close()
  }

  const running = Promise.all(Array.from({ length: connections }, (_, index) => drive(index)))
  // stop() awaits it; until then, the end of the server must be no unhandled rejection.
  running.catch((error) => complain(String(error)))
  return {
    complaints,
    take() {
      const tally = { answered, errors, p99: latencies.percentile(99) / 1_000 }
      latencies.reset()
      answered = 0
      errors = 0
      return tally
    },
    async stop() {
      over = true
      await running.catch(() => {})
    },
  }
}

/** Returns the body of the last answer. The rest of the buffer is from earlier answers. */
function bodyOf(answer: string, bytes: number): string {
  return answer.slice(answer.indexOf('\r\n\r\n') + 4).slice(0, bytes)
}
