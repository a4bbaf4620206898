import { useSyncExternalStore } from 'react'

/** `away`: the server can't be reached. `upgraded`: it has a newer console than this page. */
type Connection = 'ok' | 'away' | 'upgraded'

const POLL_MS = 3_000
const UPGRADE_CHECK_MS = 600_000

let connection: Connection = 'ok'
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

/** Notes that a part of this page is gone from the server: a newer console has taken its place. */
export function reportUpgraded(): void {
  change('upgraded')
}

/** Compares this page with the server's console now and then, and when the person returns to it. */
export function watchForUpgrades(): void {
  setInterval(compareWithServer, UPGRADE_CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void compareWithServer()
  })
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
      await compareWithServer()
    }
  }
}

async function compareWithServer(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src*="/assets/"]')
  if (!script || connection !== 'ok') return
  try {
    const response = await fetch('/console/', { cache: 'no-cache' })
    const page = await response.text()
    const built = response.ok && page.includes('/console/assets/')
    if (built && !page.includes(new URL(script.src).pathname)) reportUpgraded()
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
