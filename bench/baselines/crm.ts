/** A pretend CRM: takes what it is sent, answers 200 with a few bytes, and tells of it at `/seen`. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const body = Buffer.from('{"received":true}')
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
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}`))
