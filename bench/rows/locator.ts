import { type Bench, environment } from '../bench.ts'
import { compare, type Subject } from '../compare.ts'
import { atLeast, atMost, type Line } from '../report.ts'
import { get } from '../requests.ts'
import { apply, seed } from '../seed.ts'
import { type Server, startBaseline, startTransom } from '../servers.ts'
import { API_TOKEN, allZips, BRANDS, dealersAndTerritories } from '../world.ts'

const DEALERS = { few: 3_000, many: 100_000 }
const TERRITORIES = 40_000
/** Processes of each kind, in turn. */
const PROCESSES = 3
const MEMORY_MB = 350
const SAMPLE = 200
const TOKEN = { 'x-api-token': API_TOKEN }

/** Searches for random ZIP codes, with few dealers and with many. */
export async function locator(bench: Bench): Promise<Line[]> {
  const few = await makeDatabase(bench, DEALERS.few)
  const many = await makeDatabase(bench, DEALERS.many)
  await using stack = new AsyncDisposableStack()
  const several = async (start: () => Promise<Server>) => {
    const servers: Server[] = []
    while (servers.length < PROCESSES) servers.push(stack.use(await start()))
    return servers
  }
  const transoms = (env: Record<string, string>) => several(() => startTransom({ env, flags: bench.flags }))
  const server = await transoms(few)
  const large = await transoms(many)

  const requests = searching()
  const bytes = await meanBytes(server[0]!.port)
  const baseline = await several(() => startBaseline('bytes', { bytes }))
  const [bare, ours, withMany] = await compare(
    [
      { name: 'bare node:http, prepared bytes', server: baseline, ...requests },
      { name: `${DEALERS.few.toLocaleString('en')} dealers`, server, ...requests },
      { name: `${DEALERS.many.toLocaleString('en')} dealers`, server: large, ...requests },
    ],
    bench,
  )
  const growth = withMany!.ratio / ours!.ratio
  return [
    { ...bare!, check: { text: `${Math.round(ours!.bodyBytes)} bytes a body`, met: true } },
    { ...ours!, check: atLeast(ours!.ratio, 0.55) },
    { ...withMany!, check: atLeast(growth, 0.8, 'of the rate with few') },
    {
      subject: 'its memory',
      check: atMost(Math.max(...large.map((one) => one.memoryMb())), MEMORY_MB, 'MB'),
    },
  ]
}

async function makeDatabase(bench: Bench, dealers: number): Promise<Record<string, string>> {
  bench.say(`seeding ${dealers.toLocaleString('en')} dealers`)
  const database = await bench.databases.create()
  await seed(database, (db) => apply(db, dealersAndTerritories(dealers, TERRITORIES)))
  return environment(database)
}

/** Returns requests for random ZIP codes. */
export function searching(): Pick<Subject, 'connections' | 'next' | 'status'> {
  const zips = allZips()
  const [head, tail] = get(pathOf('ZIP'), TOKEN).split('ZIP') as [string, string]
  const next = () => head + zips[Math.floor(Math.random() * zips.length)] + tail
  return { connections: 64, status: 200, next }
}

function pathOf(zip: string): string {
  return `/dealer-locator?brand=${BRANDS[0]}&country=US&postal_code=${zip}`
}

async function meanBytes(port: number): Promise<number> {
  const zips = allZips()
  let bytes = 0
  for (let i = 0; i < SAMPLE; i++) {
    const path = pathOf(zips[Math.floor((i * zips.length) / SAMPLE)]!)
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: TOKEN })
    bytes += (await response.arrayBuffer()).byteLength
  }
  return Math.round(bytes / SAMPLE)
}
