import { setTimeout as sleep } from 'node:timers/promises'
import { Integrator } from '../support/integrator.ts'
import { TestServer } from '../support/server.ts'
import { BUDGET_MS, stopLoad } from './database.ts'
import { expectKept, startLoad } from './load.ts'
import { makeWorld, type Scenario } from './scenario.ts'

const KILLS = 10

/** Two servers on one data folder, or one PostgreSQL, commands beside them, and one of them killed again and again. */
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

export const serverScenarios: Scenario[] = [two]
