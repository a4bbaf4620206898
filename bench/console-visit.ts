import type { Page } from 'playwright-core'

/** How long the page's main thread was busy in one go, in milliseconds. */
export interface LongestTask {
  /** As a person notices it; 0 for less than 50, which browsers don't report. */
  wall: number
  /** Processor time only: other work on the machine has no effect. */
  processor: number
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** Runs in the page, before its own scripts. Tasks of less than 50 ms are not reported. */
const OBSERVE = `globalThis.longTasks = []
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longTasks.push(duration)
}).observe({ type: 'longtask' })`

/** Adds what `measure` needs to every page that is opened from now on. */
export async function observeTasks(page: Page): Promise<void> {
  await page.addInitScript({ content: OBSERVE })
}

/** Does something on a page. Returns the longest task meanwhile. */
export async function measureTasks(page: Page, act: () => Promise<unknown>): Promise<LongestTask> {
  const devtools = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', '__metadata'] },
  })
  await act()
  const wall = await page.evaluate<number>('Math.max(0, ...longTasks.splice(0))')
  await devtools.send('Tracing.end')
  await complete
  await devtools.detach()
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`))
  const processor = Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1_000
  return { wall, processor }
}
