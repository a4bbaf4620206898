import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { Reader } from './db.ts'
import { followRevisions } from './postgres-revisions.ts'

/** AuthenticationOk, ReadyForQuery. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

const readsNothing = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}) as unknown as Reader

test('a server that lets in and then says nothing is given up, and leaves no connection behind', async () => {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections++
    sockets.add(socket.once('data', () => socket.write(WELCOME)))
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const errors: unknown[] = []
  const connection = { host: '127.0.0.1', port, user: 'transom', ssl: false, query_timeout: 50 }
  const revisions = followRevisions(connection, readsNothing, (error) => errors.push(error))
  try {
    expect(await revisions.get('topic')).toBe(0)
    await expect.poll(() => connections, { timeout: 5_000 }).toBeGreaterThanOrEqual(2)
    await expect.poll(() => sockets.size, { timeout: 5_000 }).toBe(0)
    expect(errors[0]).toMatchObject({ message: 'Query read timeout' })
  } finally {
    await revisions.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})
