import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** Servers on PostgreSQL learn of a change by a notification: within 2 s, as a rule within milliseconds. */
const NOTIFIED_MS = 250

const ROOT = join(import.meta.dirname, '../..')

let child: { write(line: string): void; lines: Interface; ended: Promise<unknown> } | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Applies a set-up file to the database that `env` leads to, as `transom apply FILE --json` does, in one process for
 * all of a test file. Returns what that prints. Throws with its message.
 */
export function applySetUp<T>(env: Record<string, string>, file: object): Promise<T> {
  const own = last.then(() => exchange({ env, file: JSON.stringify(file) }))
  last = own.catch(() => undefined)
  return own as Promise<T>
}

async function exchange(request: { env: Record<string, string>; file: string }): Promise<unknown> {
  child ??= start()
  const answered = Promise.race([
    once(child.lines, 'line'),
    child.ended.then(() => {
      throw new Error('The set-up process has ended.')
    }),
  ])
  child.write(`${JSON.stringify(request)}\n`)
  const [line] = await answered
  const { applied, error } = JSON.parse(line)
  if (error !== undefined) throw new Error(`The set-up was refused: ${error}`)
  // A command would take as long to exit: running servers are notified meanwhile.
  if (request.env.DATABASE_URL) await sleep(NOTIFIED_MS)
  return applied
}

function start() {
  const setUp = spawn(process.execPath, [join(import.meta.dirname, 'set-up-process.ts')], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
  })
  // Neither keeps the test run from ending; the end of its standard input ends it.
  setUp.unref()
  for (const stream of [setUp.stdin, setUp.stdout]) (stream as unknown as { unref(): void }).unref()
  const lines = createInterface({ input: setUp.stdout })
  return { write: (line: string) => setUp.stdin.write(line), lines, ended: once(setUp, 'close') }
}
