import { ask, type Bench } from '../bench.ts'
import { compare } from '../compare.ts'
import { atMost, type Line } from '../report.ts'
import { get } from '../requests.ts'
import { hinOf } from '../seed-warranties.ts'
import { startBaseline } from '../servers.ts'

const LIST = '/admin/v1/warranties'
/** People at their desks, not programs. */
const IN_FLIGHT = 4
const TARGET_MS = 100

/** Searches for warranties at random, and filtered lists, beside a bare route that answers a prepared page. */
export async function adminSearch(bench: Bench): Promise<Line[]> {
  const server = await bench.warranties(bench.size)
  const random = () => 1 + Math.floor(Math.random() * bench.size)
  const object = await ask(server, `${LIST}?limit=50`, { headers: server.bearer })
  await using baseline = await startBaseline('object', { secret: server.secret, object })
  const listing = (query: () => string) => ({
    connections: IN_FLIGHT,
    status: 200,
    next: () => get(`${LIST}?${query()}`, server.bearer),
  })
  const queries: Record<string, () => string> = {
    'q: the start of a HIN': () => `q=${hinOf(random()).slice(0, 9)}`,
    'q: an e-mail address': () => `q=owner${random()}@example.com`,
    'q: two words of a name': () => `q=rivers+${random()}`,
    'q: a word of every name': () => 'q=rivers',
    'q: a phone number': () => `q=512+555+${1000 + (random() % 9000)}`,
    'two filters': () => 'status=voided&model_year=2025',
    'two filters that nothing matches': () => 'status=active&sync_status=synced',
  }
  const [bare, ...measured] = await compare(
    [
      { name: 'bare Fastify, a prepared page of 50', server: baseline, ...listing(() => '') },
      ...Object.entries(queries).map(([name, query]) => ({ name, server, ...listing(query) })),
    ],
    bench,
  )
  return [
    { ...bare! },
    ...measured.map((one) => ({ ...one, check: atMost(one.p99, TARGET_MS, 'ms at p99') })),
  ]
}
