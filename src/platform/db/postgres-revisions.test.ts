import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, test } from 'vitest'
import type { Reader } from './db.ts'
import { CurrentHost } from './postgres-hosts.ts'
import { followRevisions } from './postgres-revisions.ts'

/** AuthenticationOk, ReadyForQuery. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

class OneServer extends DummyDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>() => ({ rows: [{ server: 'one', topic: null, revision: null } as R] }),
      streamQuery: () => Promise.reject(new Error('unused')) as never,
    }
  }
}

const read = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new OneServer(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}) as unknown as Reader

test('a server that accepts connections but stays silent is abandoned, and no connection is left open', async () => {
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
  const revisions = followRevisions({
    read,
    host: new CurrentHost([`postgres://transom@127.0.0.1:${port}/transom`]),
    writable: true,
    onError: (error) => errors.push(error),
    onMoved: () => undefined,
  })
  try {
    expect(await revisions.get('topic')).toBe(0)
    await expect.poll(() => connections, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
    await expect.poll(() => sockets.size, { timeout: 20_000 }).toBe(0)
    expect(errors[0]).toMatchObject({ message: 'Query read timeout' })
  } finally {
    await revisions.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})
