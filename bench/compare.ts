import { type Load, load, type Measured } from './load.ts'
import type { Server } from './servers.ts'

/** One kind of server, measured beside others. */
export interface Subject extends Omit<Load, 'seconds' | 'port'> {
  name: string
  /** Several processes take turns, because two processes of the same code can differ by a tenth. */
  server: Server | readonly Server[]
}

/** A subject's medians over the slices. */
export interface Compared extends Measured {
  subject: string
  /** Processor time of the server for one answer, in microseconds: steadier than a rate on a busy machine. */
  cpu: number
  /** Its rate divided by the first subject's in the same slice. */
  ratio: number
}

/** Long enough to ask a locator for nearly every ZIP code. */
const WARM_UP_SECONDS = 4
const SLICE_SECONDS = 1

/**
 * Loads the subjects in turn, a second each, until each has had all its rounds of seconds:
 * other work on the machine slows all of them alike. They are warmed up first.
 */
export async function compare(
  subjects: readonly Subject[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Compared[]> {
  const measured = subjects.map((): Slice[] => [])
  const servers = subjects.map(({ server }) => [server].flat())
  for (const [index, subject] of subjects.entries()) {
    for (const server of servers[index]!) await measure(subject, server, WARM_UP_SECONDS)
  }
  for (let slice = 0; slice * SLICE_SECONDS < rounds * seconds; slice++) {
    for (const [index, subject] of subjects.entries()) {
      const own = servers[index]!
      measured[index]!.push(await measure(subject, own[slice % own.length]!, SLICE_SECONDS))
    }
  }
  const [first] = measured
  return subjects.map(({ name }, index) => {
    const own = measured[index]!
    const medianOf = (key: keyof Slice) => median(own.map((one) => one[key]))
    return {
      subject: name,
      rps: medianOf('rps'),
      p50: medianOf('p50'),
      p99: medianOf('p99'),
      cpu: medianOf('cpu'),
      answered: medianOf('answered'),
      bodyBytes: medianOf('bodyBytes'),
      ratio: median(own.map((one, slice) => one.rps / first![slice]!.rps)),
    }
  })
}

type Slice = Measured & { cpu: number }

async function measure(subject: Subject, server: Server, seconds: number): Promise<Slice> {
  const before = server.cpuMicros()
  const measured = await load({ ...subject, port: server.port, seconds })
  return { ...measured, cpu: (server.cpuMicros() - before) / measured.answered }
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
