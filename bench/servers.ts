import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/ports.ts'

const ROOT = join(import.meta.dirname, '..')
const START_BUDGET_MS = 60_000
const OUTPUT_KEPT = 10_000
/** As in bin/transom and `npm start`. */
const LAUNCHER_FLAGS = ['--min-semi-space-size=8', '--max-semi-space-size=8']

/** A server in its own process. `await using` stops it. */
export interface Server extends AsyncDisposable {
  port: number
  /** Milliseconds from its start until it was ready. */
  readyMs: number
  /** Resident memory in MB (10^6 bytes). */
  memoryMb(): number
  /** The process's own memory (10^6 bytes), without mapped files such as an embedded database. */
  ownMemoryMb(): number
  /** Processor time so far in microseconds, user and system. 0 where the system doesn't report it. */
  cpuMicros(): number
  stop(): Promise<void>
}

export interface TransomOptions {
  env: Record<string, string>
  /** Another copy of the project to run. */
  root?: string
  /** Flags of the runtime, such as those of its profiler. */
  flags?: readonly string[]
}

/** They stop with this process. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts Transom without rate limits and waits until it is ready. */
export async function startTransom({ env, root = ROOT, flags = [] }: TransomOptions): Promise<Server> {
  const port = await freePort()
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: '0',
    LOGIN_LIMIT_PER_MINUTE: '0',
    SHUTDOWN_GRACE_MS: '0',
    TRANSOM_ACCESS_TTL: '86400',
    ...env,
  }
  const isReady = async () => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
    } catch {
      return false
    }
  }
  return start([...LAUNCHER_FLAGS, ...flags, join(root, 'bin/transom.js'), 'serve'], settings, async () =>
    (await isReady()) ? port : undefined,
  )
}

/** Starts `bench/baselines/NAME.ts`, to which `settings` go as JSON. */
export async function startBaseline(name: string, settings: object): Promise<Server> {
  return startScript(`baselines/${name}.ts`, settings)
}

/** Starts a script of `bench` that prints `listening on PORT`, with `settings` as JSON. */
export async function startScript(path: string, settings: object): Promise<Server> {
  const script = join(import.meta.dirname, path)
  return start([script, JSON.stringify(settings)], {}, async (output) => {
    const [, port] = /listening on (\d+)/.exec(output) ?? []
    return port === undefined ? undefined : Number(port)
  })
}

async function start(
  args: string[],
  env: Record<string, string>,
  findPort: (output: string) => Promise<number | undefined>,
): Promise<Server> {
  const { PATH, HOME, TMPDIR } = process.env
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { env: { PATH, HOME, TMPDIR, ...env } })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_KEPT)
    })
  }
  const requireRunning = () => {
    const ending = child.exitCode ?? child.signalCode
    if (ending !== null) throw new Error(`A server ended (${ending}):\n${output}`)
    return child.pid!
  }
  for (;;) {
    const port = await findPort(output)
    const readyMs = performance.now() - startedAt
    if (port !== undefined) return toServer(child, port, readyMs, requireRunning)
    requireRunning()
    if (readyMs > START_BUDGET_MS) throw new Error(`A server did not get ready:\n${output}`)
    await sleep(2)
  }
}

function toServer(child: ChildProcess, port: number, readyMs: number, runningPid: () => number): Server {
  const end = () => stop(child)
  return {
    port,
    readyMs,
    memoryMb: () => memoryMb(runningPid()),
    ownMemoryMb: () => ownMemoryMb(runningPid()),
    cpuMicros: () => cpuMicros(runningPid()),
    stop: end,
    [Symbol.asyncDispose]: end,
  }
}

function memoryMb(pid: number): number {
  const kib = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return (Number(kib) * 1024) / 1e6
}

function ownMemoryMb(pid: number): number {
  if (process.platform !== 'linux') return memoryMb(pid)
  const [, kib] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return (Number(kib) * 1024) / 1e6
}

function cpuMicros(pid: number): number {
  if (process.platform !== 'linux') return 0
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // utime and stime, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
