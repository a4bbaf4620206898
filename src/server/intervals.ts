const DAY_MS = 86_400_000
// Past midnight by a little: a clock that runs ahead must not make the job find yesterday.
const AFTER_MIDNIGHT_MS = 5_000

/** A job that failed is not left until its next turn. */
const RETRY_MS = 60_000

/** A timer knows nothing of a clock that is set, or of a machine that slept: the clock is looked at so often. */
const HOUR_MS = 3_600_000

type Job = () => unknown
type Report = (error: unknown) => void
type Stop = () => Promise<void>

/** Runs the job now and then at this interval; one run at a time. Answers how to stop, which waits for a run. */
export function every(intervalMs: number, job: Job, report: Report): Stop {
  return repeat(job, report, () => intervalMs)
}

/**
 * Runs the job now and then at the beginning of each day, UTC; where the clock leaps there, within the hour. Answers
 * how to stop, which waits for a run.
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
