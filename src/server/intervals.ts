const DAY_MS = 86_400_000
// Just past midnight: an early timer must not fire on the previous day.
const AFTER_MIDNIGHT_MS = 5_000

/** A failed job runs again before its next regular run. */
const RETRY_MS = 60_000

/** The clock is read this often, because timers ignore a changed clock and a sleeping machine. */
const HOUR_MS = 3_600_000

type Job = () => unknown
type Report = (error: unknown) => void
type Stop = () => Promise<void>

/** Runs the job now and at this interval, one run at a time. Returns a function that stops it after the current run. */
export function every(intervalMs: number, job: Job, report: Report): Stop {
  return repeat(job, report, () => intervalMs)
}

/**
 * Runs the job now and at the beginning of each day (UTC), or within the hour if the clock is set past it. Returns a
 * function that stops it after the current run.
 */
export function onceADay(job: Job, report: Report): Stop {
  let doneOn: number | undefined
  async function runOnNewDay() {
    const day = Math.floor(Date.now() / DAY_MS)
    if (day === doneOn) return
    await job()
    doneOn = day
  }
  return repeat(runOnNewDay, report, () => HOUR_MS - (Date.now() % HOUR_MS) + AFTER_MIDNIGHT_MS)
}

function repeat(job: Job, report: Report, waitMs: () => number): Stop {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void>
  let stopped = false
  async function run() {
    let pauseMs = waitMs()
    try {
      await job()
      pauseMs = waitMs()
    } catch (error) {
      report(error)
      pauseMs = Math.min(pauseMs, RETRY_MS)
    }
    if (!stopped) timer = setTimeout(start, pauseMs).unref()
  }
  function start() {
    running = run()
  }
  start()
  return () => {
    stopped = true
    clearTimeout(timer)
    return running
  }
}
