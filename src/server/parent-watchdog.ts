const LOOK_EVERY_MS = 200

/**
 * Calls back once when the process that started this one is gone. `npm start` and `npm run demo` need it: a
 * signal to npm ends the shell in between, and where that shell passes nothing on, the process never hears of it.
 */
export function whenParentEnds(callback: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, LOOK_EVERY_MS)
  timer.unref()
}
