/** Posts the same bytes repeatedly with undici; `GET /` starts a round. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { readSettings } from './settings.ts'

const { url, bytes, concurrency, count } = readSettings<{
  url: string
  bytes: number
  concurrency: number
  count: number
}>()
const body = JSON.stringify({ padding: 'x'.repeat(bytes) })
const dispatcher = new Agent({ connections: concurrency })

async function post(next: () => boolean): Promise<void> {
  while (next()) {
    const answer = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await answer.body.text()
  }
}

const server = createServer(async (_request, response) => {
  let left = count
  await Promise.all(Array.from({ length: concurrency }, () => post(() => left-- > 0)))
  response.end('{}')
})
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}`))
