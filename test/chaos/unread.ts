import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Integrator } from '../support/integrator.ts'
import { BUDGET_MS } from './database.ts'
import { makeWorld, promise, type Scenario } from './scenario.ts'

const CONNECTIONS = 200
const PIPELINED = 2_000
const DEALERS = 50
/** The server's heap limit and memory limit. */
const MEMORY_MB = { heap: 1_024, most: 800 }
const WATCHED_MS = 30_000

/** Clients pipeline thousands of requests and read no answer, and another client wants to be served meanwhile. */
const unread = (what: string, requestOf: (ada: Integrator) => string): Scenario => ({
  name: `clients read no ${what}`,
  databases: ['sqlite'],
  async run(place) {
    // Shedding load would keep the other client out, and hide the memory.
    const env = { NODE_OPTIONS: `--max-old-space-size=${MEMORY_MB.heap}`, SHED_LOAD_LAG_MS: '0' }
    await using world = await makeWorld(place, { env, more: makeDealers })
    const { server, ada } = world
    const before = { memory: memoryOf(server.pid), files: openFiles(server.pid) }
    const clients = Array.from({ length: CONNECTIONS }, () => pipeline(server.url, requestOf(ada)))
    const watch = { peak: 0, slowest: 0, served: 0, left: CONNECTIONS }
    const deadline = performance.now() + WATCHED_MS
    try {
      while (performance.now() < deadline && server.isRunning) {
        const asked = performance.now()
        const answer = await ada.locate({ country: 'US', postal_code: '75067' }).catch(() => undefined)
        if (answer?.status === 200) watch.served++
        watch.slowest = Math.max(watch.slowest, Math.round(performance.now() - asked))
        if (!server.isRunning) break
        watch.peak = Math.max(watch.peak, memoryOf(server.pid))
        // One is the other client's.
        watch.left = openFiles(server.pid) - before.files - 1
        await sleep(100)
      }
      const figures = `${before.memory} MB before, at most ${watch.peak} MB; ${watch.left} of ${CONNECTIONS} connections are left; another client was served ${watch.served} times, after ${watch.slowest} ms at most`
      promise(server.isRunning, `the server goes on; it ended: ${figures}`)
      promise(watch.peak < MEMORY_MB.most, `memory stays below ${MEMORY_MB.most} MB: ${figures}`)
      promise(watch.left <= 0, `connections whose answers nobody reads are closed: ${figures}`)
      promise(watch.slowest < BUDGET_MS, `others are served within ${BUDGET_MS} ms: ${figures}`)
      return figures
    } finally {
      for (const client of clients) client.destroy()
    }
  },
})

export const clientScenarios: Scenario[] = [
  unread('long answers', ({ brand, apiToken }) => {
    const path = `/dealer-locator?brand=${brand.slug}&country=US&postal_code=75067&limit=50`
    return `GET ${path} HTTP/1.1\r\nHost: transom\r\nX-API-Token: ${apiToken}\r\n\r\n`
  }),
  unread('short answers', () => 'GET /api/v1/warranty HTTP/1.1\r\nHost: transom\r\n\r\n'),
]

function makeDealers(slug: string) {
  const dealers = Array.from({ length: DEALERS }, (_, index) => ({
    dealer_code: `${slug}-${index}`,
    name: `Dealer ${index}`,
    address: `${index} Harbor Road, beside the second lighthouse`,
    country: 'USA',
    latitude: 33 + index / 1_000,
    longitude: -97,
    brands: [slug],
  }))
  return { dealers }
}

/** Sends many requests on one connection and reads nothing. */
function pipeline(url: string, request: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause()
  once(socket, 'connect').then(
    () => socket.write(request.repeat(PIPELINED)),
    () => {},
  )
  return socket
}

/** How many files and connections a process has open. Linux only. */
function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** The resident memory of a process, in MB. Linux only. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1_024)
}
