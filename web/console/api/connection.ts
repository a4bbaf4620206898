import { useSyncExternalStore } from 'react'
import { readConfig } from './config.ts'
import { isUnsaved } from './unsaved.ts'

/**
 * `away`: the server can't be reached. `signed-out`: it no longer knows the person, and something typed would be lost by
 * signing in on this page. `upgraded`: the server has a newer console than this page.
 */
type Connection = 'ok' | 'away' | 'signed-out' | 'upgraded'

const POLL_MS = 3_000
const UPGRADE_CHECK_MS = 600_000

let connection: Connection = 'ok'
let callOnReturn = () => {}
let askToSignIn = () => {}
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
 * Notes that the person's session has ended: the page asks to sign in. Where something typed would be lost, it says so
 * instead, and goes on when the person has signed in elsewhere.
 */
export function reportSignedOut(): void {
  if (!isUnsaved()) askToSignIn()
  else if (connection !== 'signed-out') {
    change('signed-out')
    void poll()
  }
}

/**
 * Compares this page with the server's console now and then, and when the person returns to it. Calls `onReturn` when the
 * server is there again after it was away, and `onSignedOut` when the person has to sign in.
 */
export async function watchServer({
  onReturn,
  onSignedOut,
}: {
  onReturn: () => void
  onSignedOut: () => void
}): Promise<void> {
  callOnReturn = onReturn
  askToSignIn = onSignedOut
  setInterval(compareWithServer, UPGRADE_CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void compareWithServer()
  })
  await compareWithServer()
}

async function poll(): Promise<void> {
  while (connection === 'away' || connection === 'signed-out') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const path = connection === 'away' ? '/livez' : '/admin/v1/session'
    const isBack = await fetch(path, { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isBack) {
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
