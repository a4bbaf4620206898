import type { Bench } from '../bench.ts'
import { compare } from '../compare.ts'
import { atMost, type Line } from '../report.ts'
import { creating, getting, listing } from './warranty-requests.ts'

const SMALL = 10_000

/** Compares a request's cost with all warranties to its cost with ten thousand. */
export async function growth(bench: Bench): Promise<Line[]> {
  const small = await bench.warranties(SMALL)
  const large = await bench.warranties(bench.size)
  const kinds = [
    { name: 'get', on: getting },
    { name: 'list, page 1 of 20', on: (server: typeof small) => listing(server.bearer) },
    { name: 'create', on: (server: typeof small) => creating(server.bearer) },
  ]
  const lines: Line[] = []
  for (const { name, on } of kinds) {
    const [few, many] = await compare(
      [small, large].map((server) => ({
        name: `${name}, ${server.count.toLocaleString('en')} warranties`,
        server,
        ...on(server),
      })),
      bench,
    )
    lines.push({ ...few! })
    lines.push({ ...many!, check: atMost(1 / many!.ratio, 1.3, 'times the cost') })
  }
  const took = atMost(large.seedSeconds, 120, 'seconds')
  return [...lines, { subject: `seeding ${large.count.toLocaleString('en')} warranties by SQL`, check: took }]
}
