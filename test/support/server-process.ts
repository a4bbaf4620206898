import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')
const START_BUDGET_MS = 60_000

/** Servers on PostgreSQL are notified of a change within 2 s, as a rule within milliseconds. */
const NOTIFIED_MS = 250

/** Halves the time that a start takes. */
export const compileCache = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node') }

/** As `npm start` and bin/transom do. */
const LAUNCH = ['--min-semi-space-size=8', '--max-semi-space-size=8', 'bin/transom.js']

/** A child process of `transom serve` or `transom work`, and its output. */
export interface ServerProcess {
  pid: number
  output(): string
  isRunning(): boolean
  /** Resolves when it has ended, with the exit code, or null after a signal. */
  exited: Promise<number | null>
  signal(name: NodeJS.Signals): void
  /** Resolves when it has been notified of what commands changed on PostgreSQL. */
  notified(): Promise<unknown>
  /** Ends it without grace. */
  end(): Promise<unknown>
}

/** Starts `transom ROLE` and waits until `isReady`. Throws, with its output, when it ends first. */
export async function startProcess(
  role: string,
  env: Record<string, string>,
  isReady: (output: string) => boolean | Promise<boolean>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...LAUNCH, role], { cwd: ROOT, env: inherit(env) })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  // The process couldn't be started: this rejects with the reason.
  if (child.pid === undefined) await exited
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const deadline = Date.now() + START_BUDGET_MS
  while (!(await isReady(output))) {
    if (hasEnded(child))
      throw new Error(`The server ended (${child.exitCode ?? child.signalCode}):\n${output}`)
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      await exited
      throw new Error(`The server was not ready after ${START_BUDGET_MS} ms:\n${output}`)
    }
    await sleep(10)
  }
  return {
    pid: child.pid!,
    output: () => output,
    isRunning: () => !hasEnded(child),
    exited,
    signal: (name) => child.kill(name),
    notified: () => sleep(NOTIFIED_MS),
    end() {
      child.kill('SIGKILL')
      return exited
    },
  }
}

/** A command's output and exit code. */
export interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

/** Runs a command to its end. `input` is its complete standard input. */
export async function runCommand(
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: inherit(env), maxBuffer: 64 * 1024 * 1024 }
    const child = execFile(
      process.execPath,
      ['src/cli/program.ts', ...args],
      options,
      (error, stdout, stderr) => {
        resolve({ code: error ? (typeof error.code === 'number' ? error.code : 1) : 0, stdout, stderr })
      },
    )
    // A command that doesn't read its input may have ended already.
    child.stdin?.on('error', () => undefined).end(input)
  })
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Returns only what a process needs of the developer's own environment. */
function inherit(env: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  return { PATH, HOME, TMPDIR, SystemRoot, ...compileCache, ...env }
}
