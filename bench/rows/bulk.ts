import type { Bench } from '../bench.ts'
import { compare } from '../compare.ts'
import { atLeast, type Line } from '../report.ts'
import { creating, creatingMany, total } from './warranty-requests.ts'

const ROWS = 1_000

/** A thousand creates in a request beside single ones, all durable. */
export async function bulk(bench: Bench): Promise<Line[]> {
  const server = await bench.warranties(bench.size)
  const single = creating(server.bearer)
  const before = await total(server)
  let sent = 0
  const counted = (next: () => string, rows: number) => () => {
    sent += rows
    return next()
  }
  const many = creatingMany(server.bearer, ROWS)
  const [alone, together, bulks] = await compare(
    [
      {
        name: 'create, one after the other',
        server,
        ...single,
        connections: 1,
        next: counted(single.next, 1),
      },
      { name: 'create, 64 in flight', server, ...single, next: counted(single.next, 1) },
      { name: '1,000 in a request, one after the other', server, ...many, next: counted(many.next, ROWS) },
    ],
    bench,
  )
  const made = (await total(server)) - before
  if (made !== sent) throw new Error(`${sent} creates were acknowledged, ${made} are there.`)
  const times = bulks!.ratio * ROWS
  return [
    { ...alone! },
    { ...together! },
    { ...bulks!, check: atLeast(times, 5, 'times the registrations of the first line') },
    {
      subject: 'the same beside 64 in flight',
      check: atLeast((bulks!.rps * ROWS) / together!.rps, 1, 'times their registrations'),
    },
  ]
}
