/** Answers every request with the same prepared bytes, with node:http alone. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readSettings } from './settings.ts'

const body = Buffer.alloc(readSettings<{ bytes: number }>().bytes, 'x')
const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}`))
