import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bench, loginBody } from '../bench.ts'
import { median } from '../compare.ts'
import { load, type Measured } from '../load.ts'
import { atLeast, atMost, type Line } from '../report.ts'
import { post } from '../requests.ts'
import { getting } from './warranty-requests.ts'

const LOGINS_IN_FLIGHT = 16
const GETS_PER_SECOND = 100
const ARGON2 = join(import.meta.dirname, '../baselines/argon2.ts')

/** Logins beside a plain loop of the same hash, and what they do to a trickle of gets meanwhile. */
export async function login(bench: Bench): Promise<Line[]> {
  const server = await bench.warranties(bench.size)
  let user = 0
  const loggingIn = {
    port: server.port,
    connections: LOGINS_IN_FLIGHT,
    seconds: bench.seconds,
    status: 200,
    next: () => post('/api/v1/auth/login', {}, loginBody(user++)),
  }
  const gets = { ...getting(server), port: server.port, seconds: bench.seconds, perSecond: GETS_PER_SECOND }
  const hashes: number[] = []
  const logins: Measured[] = []
  const reads: Measured[] = []
  for (let round = 0; round < bench.rounds; round++) {
    hashes.push(await hashRate(bench.seconds))
    const [login, read] = await Promise.all([load(loggingIn), load(gets)])
    logins.push(login)
    reads.push(read)
  }
  const of = (list: Measured[], key: 'rps' | 'p50' | 'p99') => median(list.map((one) => one[key]))
  const figures = (list: Measured[]) => ({ rps: of(list, 'rps'), p50: of(list, 'p50'), p99: of(list, 'p99') })
  const ratio = median(logins.map(({ rps }, round) => rps / hashes[round]!))
  return [
    { subject: 'argon2id in a plain loop', rps: median(hashes) },
    { subject: `login, ${LOGINS_IN_FLIGHT} in flight`, ...figures(logins), check: atLeast(ratio, 0.8) },
    { subject: 'gets meanwhile', ...figures(reads), check: atMost(of(reads, 'p99'), 50, 'ms at p99') },
  ]
}

async function hashRate(seconds: number): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [ARGON2, JSON.stringify({ seconds })])
  return Number(stdout)
}
