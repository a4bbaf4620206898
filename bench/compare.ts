import { type Load, load, type Measured } from './load.ts'
import type { Server } from './servers.ts'

/** One of the servers that are measured side by side. */
export interface Subject extends Omit<Load, 'seconds' | 'port'> {
  name: string
  server: Server
}

/** A subject's medians over the rounds. */
export interface Compared extends Measured {
  subject: string
  /** Processor time of the server's process for one answer, in microseconds: steadier than a rate where others work too. */
  cpu: number
  /** Its rate in relation to the first subject's in the same round. */
  ratio: number
}

/**
 * Loads the subjects in turn, round after round, so that whatever else the machine does meets all of them alike.
 * One round before the first warms them up and is not counted.
 */
export async function compare(
  subjects: readonly Subject[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Compared[]> {
  const measured = subjects.map((): Round[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [index, subject] of subjects.entries()) {
      const one = await measure(subject, round === 0 ? Math.min(seconds, 2) : seconds)
      if (round > 0) measured[index]!.push(one)
    }
  }
  const [first] = measured
  return subjects.map(({ name }, index) => {
    const own = measured[index]!
    const medianOf = (key: keyof Round) => median(own.map((one) => one[key]))
    return {
      subject: name,
      rps: medianOf('rps'),
      p50: medianOf('p50'),
      p99: medianOf('p99'),
      cpu: medianOf('cpu'),
      answered: medianOf('answered'),
      bodyBytes: medianOf('bodyBytes'),
      ratio: median(own.map((one, round) => one.rps / first![round]!.rps)),
    }
  })
}

type Round = Measured & { cpu: number }

async function measure({ server, ...subject }: Subject, seconds: number): Promise<Round> {
  const before = server.cpuMicros()
  const measured = await load({ ...subject, port: server.port, seconds })
  return { ...measured, cpu: (server.cpuMicros() - before) / measured.answered }
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
