import { SingleBar } from 'cli-progress'

/** A progress bar on standard error, if that is a terminal. */
export function showProgress(noun: string, total: number): { update(done: number): void; stop(): void } {
  if (!process.stderr.isTTY) return { update() {}, stop() {} }
  const bar = new SingleBar({
    format: `{bar} {value}/{total} ${noun}`,
    stream: process.stderr,
    clearOnComplete: true,
    // Otherwise the cursor is hidden while the bar is shown, and stays hidden when the command is interrupted.
    linewrap: true,
  })
  bar.start(total, 0)
  return {
    update(done) {
      bar.update(done)
      // The import blocks the event loop, and with it the bar's own timer.
      bar.render()
    },
    stop: () => bar.stop(),
  }
}
