import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '../support/databases.ts'
import { Integrator } from '../support/integrator.ts'
import { TestServer } from '../support/server.ts'
import { BUDGET_MS, stopLoad } from './database.ts'
import { killAgainAndAgain } from './kills.ts'
import { expectKept, startLoad } from './load.ts'
import { makeWorld, promise, type Scenario } from './scenario.ts'

const KILLS = 10
const CYCLES = 20

/** Two servers share a database, one of them is killed repeatedly, and commands run meanwhile. */
const two: Scenario = {
  name: 'two servers on one database',
  databases: ['sqlite', 'postgres'],
  async run(place) {
    await using world = await makeWorld(place)
    const { server, ada } = world
    await using second = new TestServer(server.database, { beside: server })
    await second.start()
    const same = new Integrator(second, ada.brand, ada.credentials, ada.apiToken)
    await same.logIn()
    const load = startLoad([ada, same], { mayBreak: true })
    for (let kill = 0; kill < KILLS; kill++) {
      await load.acknowledged(BUDGET_MS)
      await sleep(Math.random() * 300)
      await second.kill('SIGKILL')
      await server.apply({ brands: [{ slug: ada.brand.slug, name: `Brand after ${kill + 1} kills` }] })
      await second.start()
    }
    await load.acknowledged(BUDGET_MS)
    return await expectKept(world, await stopLoad(load))
  },
}

/** A server is killed repeatedly while it writes and sends. `npm run chaos:kill` does this for longer. */
const killed: Scenario = {
  name: 'the server is killed',
  databases: ['sqlite', 'postgres'],
  async run({ folder, adminUrl }) {
    const database = await createDatabase({ folder, adminUrl })
    const { issues, ...figures } = await killAgainAndAgain(database, { cycles: CYCLES, patient: false })
    await database.drop()
    promise(issues.length === 0, `${issues.length} promises are broken: ${issues[0]}`)
    const { acknowledged, amidSends, deliveries, repeated } = figures
    return `${acknowledged} acknowledged over ${CYCLES} kills, ${amidSends} of them during a delivery; all kept, ${deliveries} deliveries arrived, ${repeated} of them twice`
  },
}

export const serverScenarios: Scenario[] = [two, killed]
