import { existsSync, globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUDGET_MS, stopLoad } from './database.ts'
import { expectKept, startLoad } from './load.ts'
import { makeWorld, NotRun, promise, type Scenario } from './scenario.ts'

/** The last leap makes everything due that was deferred. */
const LEAPS = ['+1h', '-1h', '+1h']
const BETWEEN_MS = 3_000

/** The server's clock leaps forward and back by an hour while it sends deliveries. */
const leaps: Scenario = {
  name: 'the clock leaps by an hour',
  databases: ['sqlite', 'postgres'],
  async run(place) {
    const library = findLibfaketime()
    const file = join(place.folder, 'clock')
    writeFileSync(file, '+0')
    await using world = await makeWorld(place, {
      env: {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        // Setting a clock does not change monotonic time.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        TRANSOM_ACCESS_TTL: '86400',
      },
    })
    const { ada, crm } = world
    // Keeps deliveries waiting for their next attempt.
    const trouble = setInterval(() => {
      for (const path of ['/leads', '/warranties']) crm.next(path, { status: 503 })
    }, 100)
    const load = startLoad([ada])
    try {
      for (const leap of LEAPS) {
        await load.acknowledged(BUDGET_MS)
        await sleep(BETWEEN_MS)
        writeFileSync(file, leap)
        const { meta } = (await ada.call('GET', '/warranty?limit=1')).body
        const hours = Math.round((Date.parse(meta.timestamp) - Date.now()) / 3_600_000)
        promise(hours === Number.parseInt(leap, 10), `the server's clock follows ${leap}, not ${hours} h`)
      }
      await load.acknowledged(BUDGET_MS)
    } finally {
      clearInterval(trouble)
    }
    return await expectKept(world, await stopLoad(load), { mayRepeat: false })
  },
}

export const clockScenarios: Scenario[] = [leaps]

/** Returns the library that fakes a process's clock: CHAOS_LIBFAKETIME, or the one of Debian's package `libfaketime`. */
function findLibfaketime(): string {
  const given = process.env.CHAOS_LIBFAKETIME
  const [found] = given ? [given] : globSync('/usr/lib{,64}{,/*}/faketime/libfaketime.so.1')
  if (found && existsSync(found)) return found
  throw new NotRun(
    'libfaketime is missing: install the package libfaketime, or set CHAOS_LIBFAKETIME to the file',
  )
}
