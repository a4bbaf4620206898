import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { makeIntegrator } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { dealer } from '../locator/world.ts'

const CONNECTIONS = 200
const REQUESTS = 2_000
const WATCHED_MS = 8_000
const MOST_MEGABYTES = 600

const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

async function megabytes(server: TestServer): Promise<number> {
  const { text } = await server.send('GET', '/metrics')
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 2 ** 20
}

/** A connection that sends requests one after the other and reads no response. */
async function sendUnread(server: TestServer, request: string): Promise<void> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').pause()
  sockets.push(socket.on('error', () => undefined))
  await once(socket, 'connect')
  socket.write(request.repeat(REQUESTS))
}

test('clients that send requests and read no responses do not fill the memory', async () => {
  await using server = await startServer({
    ownProcess: true,
    env: { NODE_OPTIONS: '--max-old-space-size=1000' },
  })
  const ada = await makeIntegrator(server, {
    more: (slug) => ({
      dealers: Array.from({ length: 50 }, (_, i) =>
        dealer(`UNREAD-${i}`, { brands: [slug], longitude: -97 + i / 100 }),
      ),
    }),
  })
  const path = `/dealer-locator?brand=${ada.brand.slug}&country=US&postal_code=75067&limit=50`
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Token: ${ada.apiToken}\r\n\r\n`
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sendUnread(server, request)))
  let most = 0
  for (const end = Date.now() + WATCHED_MS; Date.now() < end; await sleep(250)) {
    most = Math.max(most, await megabytes(server))
  }
  expect(most).toBeLessThan(MOST_MEGABYTES)
  expect(await ada.locate({ postal_code: '75067', country: 'US' })).toMatchObject({ status: 200 })
})
