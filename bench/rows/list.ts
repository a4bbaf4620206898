import { ask, type Bench } from '../bench.ts'
import { compare } from '../compare.ts'
import { atLeast, atMost, type Line } from '../report.ts'
import { startBaseline } from '../servers.ts'
import { cursorAfter, listing } from './warranty-requests.ts'

const DEPTH = 1_000

/** The first page of a list, and one far down by cursor, beside a bare route that answers a prepared object. */
export async function list(bench: Bench): Promise<Line[]> {
  const server = await bench.warranties(bench.size)
  const object = await ask(server, '/api/v1/warranty?limit=20', { headers: server.bearer })
  await using baseline = await startBaseline('object', { secret: server.secret, object })
  const depth = Math.min(DEPTH, Math.floor(bench.size / 20) - 2)
  const deep = listing(server.bearer, `limit=20&cursor=${await cursorAfter(server, depth)}`)
  const [bare, first, far] = await compare(
    [
      { name: 'bare Fastify, a prepared object', server: baseline, ...listing(server.bearer) },
      { name: 'list, page 1 of 20', server, ...listing(server.bearer) },
      { name: `list, by cursor ${depth} pages down`, server, ...deep },
    ],
    bench,
  )
  return [
    { ...bare! },
    { ...first!, check: atLeast(first!.ratio, 0.5) },
    { ...far!, check: atMost(far!.p50 / first!.p50, 1.3, 'times page 1') },
  ]
}
