import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { createOutgoing, type Outgoing, type OutgoingOptions } from './client.ts'
import { OutgoingError, type OutgoingErrorKind } from './failure.ts'

export const limits = { timeoutMs: 10_000, maxBytes: 1 << 20 }

export function outgoing(options: Partial<OutgoingOptions> = {}): Outgoing {
  const client = createOutgoing({ allowPrivate: true, userAgent: 'Transom/test', ...options })
  onTestFinished(() => client.close())
  return client
}

export async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(listener)
  onTestFinished(() => server.closeAllConnections())
  return listen(server, host)
}

export async function listen(server: Server, host = '127.0.0.1'): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(async () => {
    await close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function countConnections() {
  let count = 0
  const url = await listen(createTcpServer(() => count++))
  return { port: new URL(url).port, connections: () => count }
}

export function resolveTo(addresses: string[]): OutgoingOptions['lookup'] {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

export function drip(socket: Socket, start: string, drop: string) {
  socket.on('error', () => {})
  socket.write(start)
  const timer = setInterval(() => socket.write(drop), 20)
  socket.on('close', () => clearInterval(timer))
}

export async function expectFailure(call: Promise<unknown>, kind: OutgoingErrorKind): Promise<OutgoingError> {
  const error = await call.then(
    () => new Error('It answered.'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(OutgoingError)
  expect(error).toMatchObject({ kind })
  const failure = error as OutgoingError
  expect(failure.message).not.toMatch(/127\.0|example|topsecret/)
  return failure
}
