import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const KEPT = 50

/** A pretend CRM on loopback. It accepts all messages and shows them. */
export interface PretendCrm {
  /** `/reliable/…` accepts everything, `/moody/…` fails on every third message, `/` shows the received messages. */
  url: string
  close(): void
}

export async function startPretendCrm(): Promise<PretendCrm> {
  const received: object[] = []
  let moody = 0
  const server = createServer((request, answer) => {
    // A server that is stopped breaks the connection in the middle of a message.
    take(request, answer).catch(() => answer.destroy())
  })

  async function take(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      answer.setHeader('content-type', 'application/json')
      answer.end(`${JSON.stringify(received, null, 2)}\n`)
      return
    }
    const message = await readBody(request)
    const fails = request.url?.startsWith('/moody') === true && ++moody % 3 === 0
    received.unshift({
      to: request.url,
      answered: fails ? 503 : 200,
      'webhook-id': request.headers['webhook-id'],
      message,
    })
    received.length = Math.min(received.length, KEPT)
    answer.writeHead(fails ? 503 : 200, { 'content-type': 'application/json' })
    answer.end(
      JSON.stringify(fails ? { error: 'The CRM is having a nap.' } : { crm: 'pretend', accepted: true }),
    )
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}
