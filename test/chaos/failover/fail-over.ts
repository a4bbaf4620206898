import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCrm } from '../../support/crm.ts'
import type { TestDatabase } from '../../support/databases.ts'
import { Integrator } from '../../support/integrator.ts'
import { startProxy, type TcpProxy } from '../../support/proxy.ts'
import { TestServer } from '../../support/server.ts'
import { startProcess } from '../../support/server-process.ts'
import { checkDeliveries, drainDeliveries, findDoubled, findLost } from './check-kept.ts'
import { Cluster, type Mode, type Template } from './cluster.ts'
import {
  BRAND,
  type Grant,
  grantNames,
  makeGrants,
  revoke,
  setUpGrants,
  tokenGrant,
  userGrant,
} from './grants.ts'
import { startLoad } from './load.ts'

/** How Transom finds the primary: by a proxy, or by a URL with both hosts. */
export const ROUTES = ['proxy', 'hosts', 'early'] as const
/** `early`: the proxy leads to the standby before it is promoted. */
export type Route = (typeof ROUTES)[number]

/** The observations of one failover. Times are in milliseconds. */
export interface Report {
  acknowledged: number
  revoked: number
  /** Acknowledged and gone. */
  lost: number
  refused: number
  slowestRefusal: number
  /** From the kill to the first success. */
  outage: number
  /** From the moment when the promoted primary could be reached. */
  firstSuccess: number
  ready: number
  deliveries: number
  repeated: number
  /** Deliveries whose lease nobody held any more. */
  leases: number
  /** Broken promises, a line each. */
  issues: string[]
}

const FIRST_SUCCESS_MS = 2_000
const REVOKED_MS = 5_000
const LOAD_MS = 2_000
const LEAST_REVOKED = 2
const OUTAGE_MS = 1_000
const VICTIMS = ['a', 'b', 'c', 'd']

/** Kills the primary of a new cluster under load, promotes its standby, and checks Transom's promises. */
export async function failOver(
  template: Template,
  { name, mode, route }: { name: string; mode: Mode; route: Route },
): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  const cluster = stack.use(await Cluster.start(template, name, mode))
  const { primary, standby } = cluster.urls
  const proxy = stack.use(await startProxy(primary))
  const crm = stack.use(await startCrm())
  const database = describeDatabase(join(template.folder, `${name}-data`), urlFor(route, cluster, proxy))
  const server = stack.use(new TestServer(database, { env: { LOG_LEVEL: 'info' } }))
  await server.start()
  const worker = await startProcess('work', server.env, (output) => output.includes('"ready"'))
  stack.defer(async () => {
    worker.signal('SIGKILL')
    await worker.exited
  })
  const { ada, grants, lost, later } = await setUp(server, crm)
  const issues: string[] = []

  // Load.
  const load = startLoad(ada)
  const revoked: { grant: Grant; at: number }[] = []
  const stopped = new AbortController()
  // Two at a time.
  const halves = [grants.filter((_, index) => index % 2 === 0), grants.filter((_, index) => index % 2 === 1)]
  const revoking = Promise.all(halves.map((half) => revokeUntil(stopped.signal, server, half, revoked)))
  await sleep(LOAD_MS)
  while (revoked.length < LEAST_REVOKED) await sleep(50)
  // Everything acknowledged so far must survive, whatever the mode.
  let safeAt = Number.POSITIVE_INFINITY
  if (mode === 'async') {
    stopped.abort()
    await revoking
    safeAt = performance.now()
    await cluster.caughtUp()
    cluster.holdReplication()
    // Lost with the primary. A later commit will have the same revision.
    await Promise.all(lost.map((grant) => revoke(server, grant)))
    for (const grant of lost)
      if (await grant.isAccepted(server)) issues.push(`${grant.name} is accepted though it was revoked`)
  }

  // Failure.
  const killedAt = performance.now()
  stopped.abort()
  cluster.killPrimary()
  await revoking
  if (route === 'early') proxy.leadTo(standby)
  await sleep(OUTAGE_MS)
  const notReady = await server.send('GET', '/readyz')
  if (notReady.status !== 503) issues.push(`/readyz says ${notReady.status} without a primary`)
  const livez = await server.send('GET', '/livez')
  if (livez.status !== 200) issues.push(`/livez says ${livez.status} without a primary`)
  await cluster.promote()
  let reachableAt = performance.now()
  // An administrator may be quicker than the server: it sees only what comes of it.
  if (mode === 'async') await Promise.all(later.map((grant) => revoke(server, grant, asTransom(standby))))
  proxy.leadTo(standby)
  const revokedAt = performance.now()
  if (route === 'proxy') reachableAt = revokedAt

  // Recovery.
  const ready = await untilReady(server)
  await sleep(revokedAt + REVOKED_MS - performance.now())
  const firstSuccess = load.firstSuccessAfter(reachableAt) ?? Number.POSITIVE_INFINITY
  if (firstSuccess - reachableAt > FIRST_SUCCESS_MS)
    issues.push(
      `the first success came ${Math.round(firstSuccess - reachableAt)} ms after the primary was reachable`,
    )
  const kept = revoked.filter(({ at }) => at <= safeAt).map(({ grant }) => grant)
  for (const grant of mode === 'async' ? [...kept, ...later] : kept)
    if (await grant.isAccepted(server)) issues.push(`${grant.name} is accepted though it was revoked`)
  // The database has never heard of these revocations, and memory must say the same.
  if (mode === 'async')
    for (const grant of lost)
      if (!(await grant.isAccepted(server)))
        issues.push(`${grant.name} is refused though the revocation was lost`)
  await load.stop()
  const leases = await drainDeliveries(standby)
  if (!server.isRunning) issues.push('the server ended')
  if (!worker.isRunning()) issues.push('the worker ended')

  const gone = await findLost(standby, load.acknowledged)
  const broken = gone.filter(({ at }) => at <= safeAt)
  const deliveries = await checkDeliveries(standby, crm.requests)
  issues.push(
    ...broken.map(({ kind, key }) => `${kind} ${key} was acknowledged and is lost`),
    ...(await findDoubled(standby)),
    ...deliveries.issues,
    ...[...load.wrong].map(([answer, times]) => `${times} requests got ${answer}`),
  )
  return {
    acknowledged: load.acknowledged.length,
    revoked: revoked.length,
    lost: gone.length,
    refused: load.refused.count,
    slowestRefusal: Math.round(load.refused.slowestMs),
    outage: Math.round(firstSuccess - killedAt),
    firstSuccess: Math.round(firstSuccess - reachableAt),
    ready: Math.round(ready - reachableAt),
    deliveries: deliveries.deliveries,
    repeated: deliveries.repeated,
    leases,
    issues,
  }
}

function urlFor(route: Route, { urls: { primary, standby } }: Cluster, proxy: TcpProxy): string {
  if (route !== 'hosts') return asTransom(proxy.through(primary))
  const { host } = new URL(standby)
  return `${asTransom(primary).replace(/(?<=@[^/]*)\//, `,${host}/`)}?target_session_attrs=read-write`
}

/** Returns the URL with the role of the database's owner, who is no superuser. */
export function asTransom(url: string): string {
  const own = new URL(url)
  own.username = 'transom'
  return own.href
}

/** Describes a database that lasts as long as its cluster; `folder` is made for what else a server keeps. */
export function describeDatabase(folder: string, url: string): TestDatabase {
  mkdirSync(folder)
  const env = { DATA_DIR: folder, DATABASE_URL: url }
  return { name: 'transom', dialect: 'postgres', env, drop: async () => {} }
}

async function setUp(server: TestServer, crm: Awaited<ReturnType<typeof startCrm>>) {
  const email = 'ada@example.com'
  const password = 'correct horse battery staple'
  const grants = setUpGrants([...VICTIMS, 'lost', 'later'])
  const applied = await server.apply({
    ...grants,
    brands: [
      {
        slug: BRAND,
        name: 'Harbor Craft',
        lead_webhook: { url: crm.url('/leads') },
        warranty_crm: { type: 'webhook', url: crm.url('/warranties') },
      },
      ...grants.brands,
    ],
    api_users: [{ email, password, brands: [BRAND], permissions: ['warranty:*'] }, ...grants.api_users],
    api_tokens: [
      {
        name: 'website',
        brands: [BRAND, ...grants.brands.map(({ slug }) => slug)],
        scopes: ['dealer-locator', 'lead-submission'],
      },
      ...grants.api_tokens,
    ],
  })
  const tokenOf = (name: string) => applied.api_tokens.find((token) => token.name === name)!.token!
  const website = tokenOf('website')
  const brand = applied.brands.find(({ slug }) => slug === BRAND)!
  const ada = new Integrator(server, brand, { email, password }, website)
  await ada.logIn()
  const complete = (name: string) =>
    makeGrants(server, name, { own: tokenOf(grantNames(name).token), website })
  const victims = await Promise.all(
    VICTIMS.map(async (name) => [
      tokenGrant(name, tokenOf(grantNames(name).token)),
      await userGrant(server, name),
    ]),
  )
  return { ada, grants: victims.flat(), lost: await complete('lost'), later: await complete('later') }
}

/** Revokes one grant after the other until there is none left or `stop` is aborted. */
async function revokeUntil(
  stop: AbortSignal,
  server: TestServer,
  grants: readonly Grant[],
  revoked: { grant: Grant; at: number }[],
): Promise<void> {
  for (const grant of grants) {
    if (stop.aborted) return
    try {
      await revoke(server, grant)
      revoked.push({ grant, at: performance.now() })
    } catch (error) {
      // One that runs when the primary is killed may fail, or may have been committed.
      if (!stop.aborted) throw error
    }
  }
}

async function untilReady(server: TestServer): Promise<number> {
  const deadline = performance.now() + 30_000
  while (!(await server.isReady())) {
    if (performance.now() > deadline) throw new Error('The server is not ready 30 s after the promotion.')
    await sleep(20)
  }
  return performance.now()
}
