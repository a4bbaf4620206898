import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { withBody } from '../support/with-body.ts'

const SLOWEST_MS = 40
const REFUSED = 0.1

/** Starts a fake CRM that is slow, sometimes fails, and remembers each message by its id. */
export async function startSlowCrm() {
  /** The JSON of each message by `webhook-id`, and how often it came. */
  const messages = new Map<string, { body: Record<string, unknown>; times: number }>()
  let open = 0
  const take = withBody(async (request, response, bytes) => {
    const id = String(request.headers['webhook-id'])
    const body = JSON.parse(bytes.toString()) as Record<string, unknown>
    messages.set(id, { body, times: (messages.get(id)?.times ?? 0) + 1 })
    await sleep(Math.random() * SLOWEST_MS)
    response.writeHead(Math.random() < REFUSED ? 503 : 200, { 'content-type': 'application/json' })
    response.end('{"taken":true}')
  })
  const server = createServer((request, response) => {
    open++
    response.once('close', () => open--)
    take(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    messages,
    /** Returns the number of requests whose answer is not complete. */
    open: () => open,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
