import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { askHost } from './host-client.ts'
import type { ServerProcess } from './server-process.ts'

/** Longer waits for callers and receivers don't keep the next test waiting. */
const END_BUDGET_MS = 2_000

/**
 * Starts `transom serve` in a process that is already warm and runs other servers too: it takes no signal but SIGTERM.
 * `host` is the number of the process.
 */
export async function startHosted(env: Record<string, string>, host: number): Promise<ServerProcess> {
  const output = `${env.DATA_DIR}.${env.PORT}.log`
  writeFileSync(output, '')
  await askHost('servers', { start: { env, output } }, host)
  let stopped: Promise<unknown> | undefined
  const stop = () => {
    stopped ??= askHost('servers', { stop: env.PORT }, host)
    return stopped
  }
  return {
    get pid() {
      return refuse()
    },
    get exited() {
      return stopped ? stopped.then(() => 0) : refuse()
    },
    signal: (name) => void (name === 'SIGTERM' ? stop() : refuse()),
    isRunning: () => !stopped,
    output: () => readFileSync(output, 'utf8'),
    notified: () => askHost('servers', { notified: true }, host),
    end: () => Promise.race([stop(), sleep(END_BUDGET_MS, undefined, { ref: false })]),
  }
}

function refuse(): never {
  throw new Error('This server shares its process. Start it with { ownProcess: true }.')
}
