const CHECK_EVERY_MS = 200

/**
 * Calls back once when the process that started this one has ended. `npm start` and `npm run demo` need it: a signal to
 * npm ends the shell in between, and some shells do not pass the signal on.
 */
export function whenParentEnds(callback: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, CHECK_EVERY_MS)
  timer.unref()
}
