import type { Bench } from '../bench.ts'
import { compare } from '../compare.ts'
import { atLeast, type Line } from '../report.ts'
import { startBaseline } from '../servers.ts'
import { creating, total } from './warranty-requests.ts'

/** A durable create beside a bare route that checks the token and the body and stores nothing. */
export async function create(bench: Bench): Promise<Line[]> {
  const server = await bench.warranties(bench.size)
  await using baseline = await startBaseline('create', { secret: server.secret })
  const requests = creating(server.bearer)
  const before = await total(server)
  let sent = 0
  const counted = () => {
    sent++
    return requests.next()
  }
  const [bare, ours] = await compare(
    [
      { name: 'bare Fastify, stores nothing', server: baseline, ...requests },
      { name: 'create, on disk when answered', server, ...requests, next: counted },
    ],
    bench,
  )
  const made = (await total(server)) - before
  if (made !== sent) throw new Error(`${sent} creates were acknowledged, ${made} are there.`)
  return [{ ...bare! }, { ...ours!, check: atLeast(ours!.ratio, 0.5) }]
}
