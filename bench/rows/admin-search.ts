import { rollUpCounts } from '../../src/features/overview/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { ask, type Bench, type WarrantyServer } from '../bench.ts'
import { compare } from '../compare.ts'
import { openMigrated } from '../databases.ts'
import { atMost, type Line } from '../report.ts'
import { get } from '../requests.ts'
import { seedDealers } from '../seed-dealers.ts'
import { seedLeads } from '../seed-leads.ts'
import { hinOf } from '../seed-warranties.ts'
import { startBaseline } from '../servers.ts'

const ADMIN = '/admin/v1'
/** People at their desks, not programs. */
const IN_FLIGHT = 4
const TARGET_MS = 100
/** A tenth as many dealers as warranties and as leads. */
const DEALERS = 0.1

/** Searches at random, filtered lists and the overview, beside a bare route that answers a prepared page. */
export async function adminSearch(bench: Bench): Promise<Line[]> {
  const server = await bench.warranties(bench.size)
  await addOthers(bench, server)
  const object = await ask(server, `${ADMIN}/warranties?limit=50`, { headers: server.bearer })
  await using baseline = await startBaseline('object', { secret: server.secret, object })
  const asking = (path: () => string) => ({
    connections: IN_FLIGHT,
    status: 200,
    next: () => get(`${ADMIN}${path()}`, server.bearer),
  })
  const [bare, ...measured] = await compare(
    [
      { name: 'bare Fastify, a prepared page of 50', server: baseline, ...asking(() => '') },
      ...Object.entries(paths(bench.size)).map(([name, path]) => ({ name, server, ...asking(path) })),
    ],
    bench,
  )
  return [
    { ...bare! },
    ...measured.map((one) => ({ ...one, check: atMost(one.p99, TARGET_MS, 'ms at p99') })),
  ]
}

function paths(size: number): Record<string, () => string> {
  const random = (most = size) => 1 + Math.floor(Math.random() * most)
  return {
    'warranties, q: the start of a HIN': () => `/warranties?q=${hinOf(random()).slice(0, 9)}`,
    'warranties, q: an e-mail address': () => `/warranties?q=owner${random()}@example.com`,
    'warranties, q: two words of a name': () => `/warranties?q=rivers+${random()}`,
    'warranties, q: a word of every name': () => '/warranties?q=rivers',
    'warranties, q: a phone number': () => `/warranties?q=512+555+${999 + random(9_000)}`,
    'warranties, two filters': () => '/warranties?status=voided&model_year=2025',
    'warranties, two filters that nothing matches': () => '/warranties?status=active&sync_status=synced',
    'warranties, a year and a sync that nothing matches': () =>
      '/warranties?model_year=2025&sync_status=synced',
    'leads, q: an e-mail address': () => `/leads?q=prospect${random()}@example.com`,
    'leads, q: two words of a name': () => `/leads?q=hopkins+${random()}`,
    'leads, q: a word of every name': () => '/leads?q=hopkins',
    'leads, q: a phone number': () => `/leads?q=512+555+${999 + random(9_000)}`,
    'leads, a category': () => '/leads?category=build_a_boat',
    'leads, two filters': () => '/leads?state=assigned&category=trade_in',
    'leads, two filters that nothing matches': () => '/leads?state=failed&category=trade_in',
    'dealers, q: a word and a number': () => `/dealers?q=marine+${random(size * DEALERS)}`,
    'dealers, q: a word of every name': () => '/dealers?q=harbor&sort=name',
    'dealers, q: nothing': () => '/dealers?q=nowhere',
    overview: () => '/overview',
  }
}

/** Adds as many leads, some dealers, and the counts of completed days, which the server adds up every hour. */
async function addOthers({ size, say }: Bench, { database }: WarrantyServer): Promise<void> {
  say(`seeding ${size.toLocaleString('en')} leads`)
  const db = await openMigrated(database)
  try {
    await seedLeads(database, db, size)
    await seedDealers(database, db, size * DEALERS)
    await rollUpCounts({ db, clock: systemClock })
  } finally {
    await db.close()
  }
}
