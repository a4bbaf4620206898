import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { makeIntegrator } from '../../support/integrator.ts'
import { startServer } from '../../support/server.ts'

const CONNECTIONS = 10_000
/** Opened at once: more would have to wait in the kernel's queue. */
const CONCURRENCY = 250

const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** A connection that has had one answer and asks for nothing more, as pools and browsers keep them. */
async function openIdle(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
}

test('with 10,000 idle connections, requests are answered, and the connections stay', async () => {
  await using server = await startServer()
  const ada = await makeIntegrator(server)
  const port = Number(new URL(server.url).port)
  for (let opened = 0; opened < CONNECTIONS; opened += CONCURRENCY) {
    await Promise.all(Array.from({ length: CONCURRENCY }, () => openIdle(port)))
  }
  const hin = 'ABC12345D188'
  expect(await ada.register({ hin })).toMatchObject({ status: 201 })
  expect(await ada.call('GET', `/warranty/${hin}`)).toMatchObject({ status: 200 })
  expect(await ada.locate({ postal_code: '75067', country: 'US' })).toMatchObject({ status: 200 })
  expect(await ada.submitLead()).toMatchObject({ status: 200 })
  expect(await server.isReady()).toBe(true)
  expect(sockets.filter((socket) => socket.readyState === 'open')).toHaveLength(CONNECTIONS)
})
