import { setTimeout as sleep } from 'node:timers/promises'
import { askHost } from './host-client.ts'

/** Servers on PostgreSQL learn of a change by a notification: within 2 s, as a rule within milliseconds. */
const NOTIFIED_MS = 250

let last: Promise<unknown> = Promise.resolve()

/**
 * Applies a set-up file to the database that `env` leads to, as `transom apply FILE --json` does, in a process that is
 * already warm. Returns what that prints. Throws with its message.
 */
export function applySetUp<T>(env: Record<string, string>, file: object): Promise<T> {
  const own = last.then(() => apply(env, file))
  last = own.catch(() => undefined)
  return own as Promise<T>
}

async function apply(env: Record<string, string>, file: object): Promise<unknown> {
  const applied = await askHost('commands', { env, file: JSON.stringify(file) }).catch((error) => {
    throw new Error(`The set-up was refused: ${error.message}`)
  })
  // A command would take as long to exit: running servers are notified meanwhile.
  if (env.DATABASE_URL) await sleep(NOTIFIED_MS)
  return applied
}
