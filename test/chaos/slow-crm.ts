import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const SLOWEST_MS = 40
const REFUSED = 0.1

/** A pretend CRM that takes its time, is out of order now and then, and knows every message by its id. */
export async function startSlowCrm() {
  /** The JSON of each message, by `webhook-id`, and how often it came. */
  const messages = new Map<string, { body: Record<string, unknown>; times: number }>()
  let open = 0
  const server = createServer(async (request, response) => {
    open++
    response.once('close', () => open--)
    try {
      await take(request, response)
    } catch {
      // The sender was killed meanwhile.
    }
  })

  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const id = String(request.headers['webhook-id'])
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
    messages.set(id, { body, times: (messages.get(id)?.times ?? 0) + 1 })
    await sleep(Math.random() * SLOWEST_MS)
    response.writeHead(Math.random() < REFUSED ? 503 : 200, { 'content-type': 'application/json' })
    response.end('{"taken":true}')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    messages,
    /** Requests without their whole answer. */
    open: () => open,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
