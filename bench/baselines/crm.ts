/** A pretend CRM that answers every POST with a small object after a fixed delay. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readSettings } from './settings.ts'

const { delayMs } = readSettings<{ delayMs: number }>()
const body = Buffer.from('{"accepted":true,"crm_id":12345}')
const head = { 'content-type': 'application/json', 'content-length': body.length }
const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => setTimeout(() => response.writeHead(200, head).end(body), delayMs))
})
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}`))
