import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../acceptance/behind.ts'
import { expectKept, type Load, startLoad } from './load.ts'
import { findPostmaster } from './postmaster.ts'
import { makeWorld, promise, type Scenario, type World } from './scenario.ts'

/** Time within which requests are refused while the database is away, and succeed again afterwards. */
export const BUDGET_MS = 20_000
const FROZEN_MS = 8_000
const CUTS = 40

/** PostgreSQL crashes and starts again after some seconds. */
const stopped: Scenario = {
  name: 'the database is stopped',
  databases: ['postgres'],
  async run(place) {
    const postmaster = await findPostmaster(place.adminUrl!)
    await using world = await makeWorld(place)
    return await throughOutage(
      world,
      () => postmaster.crash(),
      () => postmaster.start(),
    )
  },
}

/** PostgreSQL's processes are stopped, or one that has the embedded database's lock. */
const frozen: Scenario = {
  name: 'the database is frozen',
  databases: ['sqlite', 'postgres'],
  async run(place) {
    await using world = await makeWorld(place)
    if (place.dialect === 'sqlite') return await throughLock(world)
    const postmaster = await findPostmaster(place.adminUrl!)
    return await throughOutage(
      world,
      async () => postmaster.freeze(),
      async () => postmaster.thaw(),
    )
  },
}

/** PostgreSQL ends all connections repeatedly. */
const cut: Scenario = {
  name: 'the database cuts its connections',
  databases: ['postgres'],
  async run(place) {
    await using world = await makeWorld(place)
    const load = startLoad([world.ada])
    for (let time = 0; time < CUTS; time++) {
      await sleep(100)
      await runSql(
        world.server,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'transom'`,
      )
    }
    await load.acknowledged(BUDGET_MS)
    return await expectKept(world, await stopLoad(load))
  },
}

export const databaseScenarios: Scenario[] = [stopped, frozen, cut]

/** Ends a load and checks that refusals came within the budget. */
export async function stopLoad(load: Load) {
  const outcome = await load.stop()
  const slowest = Math.round(outcome.slowestRefusalMs)
  promise(slowest <= BUDGET_MS, `refusals come within ${BUDGET_MS} ms, not ${slowest}`)
  return outcome
}

/** Takes the database away for some seconds. */
async function throughOutage(world: World, takeAway: () => Promise<void>, bringBack: () => Promise<void>) {
  const { server } = world
  const load = startLoad([world.ada])
  await load.acknowledged(BUDGET_MS)
  await takeAway()
  try {
    await load.refused(4, BUDGET_MS)
    promise((await server.send('GET', '/livez')).status === 200, 'the process lives')
    promise((await server.send('GET', '/readyz')).status === 503, 'the server is not ready')
    await sleep(FROZEN_MS)
  } finally {
    await bringBack()
  }
  const back = performance.now()
  await load.acknowledged(BUDGET_MS)
  const backMs = Math.round(performance.now() - back)
  return `${await expectKept(world, await stopLoad(load))}; back after ${backMs} ms`
}

/** Another process takes the embedded database's write lock and is stopped, as by a debugger or a full pipe. */
async function throughLock(world: World) {
  const { server, ada } = world
  const load = startLoad([ada])
  await load.acknowledged(BUDGET_MS)
  const file = join(server.database.env.DATA_DIR, 'transom.db')
  const script = `const db = new (require('better-sqlite3'))(${JSON.stringify(file)}, { timeout: 10000 })
    db.exec('BEGIN IMMEDIATE'); console.log('held'); setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['-e', script], { cwd: join(import.meta.dirname, '../..') })
  const ended = once(holder, 'exit')
  await once(holder.stdout, 'data')
  holder.kill('SIGSTOP')
  try {
    await load.refused(4, BUDGET_MS)
    promise((await ada.call('GET', '/warranty')).status === 200, 'reads continue')
    await sleep(FROZEN_MS)
  } finally {
    holder.kill('SIGKILL')
    await ended
  }
  await load.acknowledged(BUDGET_MS)
  return await expectKept(world, await stopLoad(load))
}
