import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A fake CRM in its own process. One request in ten fails, another is slow. Prints its port. */
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const luck = Math.random()
    if (luck < 0.02) return response.socket?.resetAndDestroy()
    response.statusCode = luck < 0.1 ? 503 : 200
    response.setHeader('content-type', 'application/json')
    const answer = () => response.end('{"received":true}')
    if (luck > 0.9) setTimeout(answer, 100)
    else answer()
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(`listening on ${(server.address() as AddressInfo).port}`)
