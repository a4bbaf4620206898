import type { AddressInfo } from 'node:net'
import { createVerifier } from 'fast-jwt'
import Fastify, { type FastifyServerOptions } from 'fastify'

/** A bare Fastify app whose requests need a JWT of this secret, checked by fast-jwt as in its manual. */
export function guardedFastify(secret: string, options: FastifyServerOptions = {}) {
  const verify = createVerifier({ key: secret })
  const app = Fastify(options)
  app.addHook('onRequest', async (request, reply) => {
    try {
      verify((request.headers.authorization ?? '').slice('Bearer '.length))
    } catch {
      return reply.status(401).send({ error: 'The token is not valid.' })
    }
  })
  return app
}

/** Listens and prints the port. */
export async function listen(app: ReturnType<typeof guardedFastify>): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(`listening on ${(app.server.address() as AddressInfo).port}`)
}
