import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeGracefully } from './graceful-close.ts'
import { IncomingBodies } from './incoming-bodies.ts'

const LONGEST_MS = 60_000

test('a stream that ends after the server has begun to close leaves no connection open', async () => {
  const app = fastify({ forceCloseConnections: 'idle' })
  closeGracefully(app, new IncomingBodies(LONGEST_MS), LONGEST_MS)
  const stream = new PassThrough()
  stream.write('a beginning, ')
  app.get('/', (_request, reply) => reply.send(stream))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const [response] = (await once(get({ port, agent }), 'response')) as [IncomingMessage]
  expect(response.headers.connection).toBe('keep-alive')

  const closed = app.close()
  // Fastify ends connections that are idle by now; this one is not.
  await once(app.server, 'close', { signal: AbortSignal.timeout(500) }).catch(() => {})
  stream.end('an end')
  expect(Buffer.concat(await response.toArray()).toString()).toBe('a beginning, an end')
  await closed
  agent.destroy()
})
