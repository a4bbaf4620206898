import { useSyncExternalStore } from 'react'
import { readConfig } from './config.ts'

/** `away`: the server can't be reached. `upgraded`: it has a newer console than this page. */
type Connection = 'ok' | 'away' | 'upgraded'

const POLL_MS = 3_000
const UPGRADE_CHECK_MS = 600_000

let connection: Connection = 'ok'
let callOnReturn = () => {}
/** The build that this page came from. */
let ownBuild: string | null = null
const listeners = new Set<() => void>()

/** Returns whether the server is there, and as this page knows it. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection)
}

/** Notes that a request did not reach the server, and asks until it does. */
export function reportAway(): void {
  if (connection === 'away') return
  change('away')
  void poll()
}

/**
 * Compares this page with the server's console now and then, and when the person returns to it. Calls `onReturn` when the
 * server is there again after it was away.
 */
export async function watchServer(onReturn: () => void): Promise<void> {
  callOnReturn = onReturn
  setInterval(compareWithServer, UPGRADE_CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void compareWithServer()
  })
  await compareWithServer()
}

async function poll(): Promise<void> {
  while (connection === 'away') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const alive = await fetch('/livez', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (alive) {
      change('ok')
      callOnReturn()
      await compareWithServer()
    }
  }
}

async function compareWithServer(): Promise<void> {
  try {
    const { build } = await readConfig()
    ownBuild ??= build
    if (build !== null && build !== ownBuild && connection === 'ok') change('upgraded')
  } catch {
    // The next request of the person reports it.
  }
}

function change(to: Connection): void {
  connection = to
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
