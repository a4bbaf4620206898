import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../acceptance/behind.ts'
import { type Administrator, makeAdministrator } from '../support/administrator.ts'
import { Integrator } from '../support/integrator.ts'
import { TestServer } from '../support/server.ts'
import { BUDGET_MS, stopLoad } from './database.ts'
import { type Outcome, startLoad } from './load.ts'
import { makeWorld, promise, type Scenario, type World } from './scenario.ts'

const KILLS = 10
const SETTLE_MS = 150_000
const PATH = '/events'

interface Event {
  id: number
  type: string
  data: { id: number; hin?: string }
}

/** One of two servers on one database is killed repeatedly, while an endpoint and a poller follow the events. */
const followed: Scenario = {
  name: 'events of killed servers',
  databases: ['sqlite', 'postgres'],
  async run(place) {
    await using world = await makeWorld(place)
    const { server, ada, crm } = world
    await server.apply({ event_endpoints: [{ url: crm.url(PATH), brands: [ada.brand.slug] }] })
    const poller = await makeAdministrator(server)
    await using second = new TestServer(server.database, { beside: server })
    await second.start()
    const same = new Integrator(second, ada.brand, ada.credentials, ada.apiToken)
    await same.logIn()

    const load = startLoad([ada, same], { mayBreak: true })
    const feed = pollEvents(poller)
    for (let kill = 0; kill < KILLS; kill++) {
      await load.acknowledged(BUDGET_MS)
      await sleep(Math.random() * 300)
      await second.kill('SIGKILL')
      await second.start()
    }
    const outcome = await stopLoad(load)
    await settled(world)
    return await checkEvents(world, outcome, await feed.stop())
  },
}

export const eventScenarios: Scenario[] = [followed]

/** Reads the feed again and again until `stop`, which returns all that was read. */
function pollEvents(administrator: Administrator) {
  const events: Event[] = []
  let over = false
  const read = async (): Promise<boolean> => {
    const after = events.at(-1)?.id ?? 0
    const answer = await administrator.call('GET', `/events?limit=200&after=${after}`)
    const read = answer.status === 200 ? (answer.body.data as Event[]) : []
    events.push(...read)
    return read.length > 0
  }
  const polling = (async () => {
    while (!over) if (!(await read())) await sleep(20)
    while (await read());
  })()
  return {
    async stop() {
      over = true
      await polling
      return events
    },
  }
}

async function settled({ server }: World): Promise<void> {
  const deadline = performance.now() + SETTLE_MS
  const waiting = () => runSql(server, "SELECT count(*) AS count FROM deliveries WHERE status = 'pending'")
  while (Number((await waiting())[0]!.count) > 0) {
    promise(performance.now() < deadline, `all deliveries end within ${SETTLE_MS} ms`)
    await sleep(50)
  }
}

/** Checks that records, events, the feed and what the endpoint received agree exactly. */
async function checkEvents({ server, crm }: World, outcome: Outcome, feed: Event[]): Promise<string> {
  const keysOf = async (sql: string) => (await runSql(server, sql)).map(({ key }) => String(key)).toSorted()
  const same = (a: readonly string[], b: readonly string[]) => a.join() === b.join()
  const subjects = (type: string) => keysOf(`SELECT subject AS key FROM events WHERE type = '${type}'`)
  const warranties = await keysOf(`SELECT 'warranty:' || id AS key FROM warranties`)
  promise(
    same(await subjects('warranty.registered'), warranties),
    'each warranty has one event, and no other',
  )
  const leads = await keysOf(`SELECT 'lead:' || id AS key FROM leads`)
  for (const type of ['lead.received', 'lead.forwarded']) {
    promise(same(await subjects(type), leads), `each lead has one event ${type}, and no other`)
  }
  const registered = new Set(feed.map(({ data }) => data.hin))
  for (const hin of outcome.warranties)
    promise(registered.has(hin), `${hin} was acknowledged and is in the feed`)

  const stored = await keysOf('SELECT id AS key FROM events')
  const read = feed.map(({ id }) => String(id)).toSorted()
  promise(same(read, stored), `the poller read each event once: ${read.length} of ${stored.length}`)

  const order = new Map<string, number[]>()
  const received = new Map<string, number>()
  for (const { raw } of crm.at(PATH)) {
    const { id, type, data } = JSON.parse(raw.toString()) as Event
    received.set(String(id), (received.get(String(id)) ?? 0) + 1)
    const subject = `${type.slice(0, type.indexOf('.'))}:${data.id}`
    order.set(subject, [...(order.get(subject) ?? []), id])
  }
  promise(same([...received.keys()].toSorted(), stored), 'the endpoint received each event')
  for (const [subject, ids] of order) {
    promise(
      same(ids.map(String), ids.toSorted((a, b) => a - b).map(String)),
      `events of ${subject} came in order`,
    )
  }
  const [queued] = await runSql(server, "SELECT count(*) AS count FROM deliveries WHERE kind = 'event'")
  promise(Number(queued!.count) === stored.length, 'each event has one delivery to the endpoint')
  const repeated = [...received.values()].filter((times) => times > 1).length
  return `${stored.length} events of ${warranties.length} warranties and ${leads.length} leads, all in the feed once and delivered in order, ${repeated} again; ${outcome.unanswered} requests unanswered`
}
