/** A pretend CRM with a fixed delay; `/seen` reports how many messages came in how long. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readSettings } from './settings.ts'

const { delayMs } = readSettings<{ delayMs: number }>()
const body = Buffer.from('{"received":true}')
const head = { 'content-type': 'application/json', 'content-length': body.length }
let count = 0
let firstAt = 0
let lastAt = 0
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, ms: lastAt - firstAt }))
    count = 0
    return
  }
  request.resume().once('end', () => {
    lastAt = performance.now()
    if (count++ === 0) firstAt = lastAt
    setTimeout(() => response.writeHead(200, head).end(body), delayMs)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}`))
