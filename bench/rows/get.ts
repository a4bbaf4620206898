import { ask, type Bench } from '../bench.ts'
import { compare } from '../compare.ts'
import { atLeast, type Line } from '../report.ts'
import { hinOf } from '../seed-warranties.ts'
import { startBaseline } from '../servers.ts'
import { getting } from './warranty-requests.ts'

/** A get by HIN, drawn at random, beside a bare route that checks the token and answers a prepared object. */
export async function get(bench: Bench): Promise<Line[]> {
  const server = await bench.warranties(bench.size)
  const object = await ask(server, `/api/v1/warranty/${hinOf(1)}`, { headers: server.bearer })
  await using baseline = await startBaseline('object', { secret: server.secret, object })
  const requests = getting(server)
  const [bare, ours] = await compare(
    [
      { name: 'bare Fastify, a prepared object', server: baseline, ...requests },
      { name: 'get by a random HIN', server, ...requests },
    ],
    bench,
  )
  return [{ ...bare! }, { ...ours!, check: atLeast(ours!.ratio, 0.7) }]
}
