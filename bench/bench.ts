import type { TestDatabase } from '../test/support/databases.ts'
import type { Databases, Dialect } from './databases.ts'
import { seed } from './seed.ts'
import { seedWarranties } from './seed-warranties.ts'
import { type Server, startTransom } from './servers.ts'
import { PASSWORD, userEmail } from './world.ts'

/** The options and servers that all rows of one database share. */
export interface Bench {
  dialect: Dialect
  databases: Databases
  /** Warranties in the large database. */
  size: number
  rounds: number
  seconds: number
  /** Flags of the runtime for every Transom server. */
  flags: readonly string[]
  /** Reports progress. */
  say(text: string): void
  /** Returns a server on this many warranties, the same one for every row. */
  warranties(count: number): Promise<WarrantyServer>
}

export interface WarrantyServer extends Server {
  database: TestDatabase
  count: number
  seedSeconds: number
  /** Signs the access tokens. */
  secret: string
  /** The headers of a caller with all permissions. */
  bearer: { authorization: string }
}

type Options = Omit<Bench, 'dialect' | 'warranties'>

/** Starts each server when a row first asks for it; `stack` stops them. */
export function createBench(options: Options, stack: AsyncDisposableStack): Bench {
  const servers = new Map<number, Promise<WarrantyServer>>()
  const start = async (count: number) => {
    options.say(`seeding ${count.toLocaleString('en')} warranties`)
    const server = await startWarrantyServer(options, count)
    stack.defer(() => server.stop())
    return server
  }
  return {
    ...options,
    dialect: options.databases.dialect,
    warranties(count) {
      const server = servers.get(count) ?? start(count)
      servers.set(count, server)
      return server
    },
  }
}

const secret = 'a secret that no server but these ones signs with'

/** The environment of a server on this database. */
export function environment(database: TestDatabase): Record<string, string> {
  return { ...database.env, TRANSOM_JWT_SECRET: secret }
}

/** Returns the body of a server's answer. */
export async function ask<T>(server: Server, path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}

export function loginBody(user: number): string {
  return JSON.stringify({ email: userEmail(user), password: PASSWORD })
}

async function startWarrantyServer({ databases, flags }: Options, count: number): Promise<WarrantyServer> {
  const database = await databases.create()
  const seedSeconds = await seed(database, (db) => seedWarranties(database, db, count))
  const server = await startTransom({ env: environment(database), flags })
  const login = await ask<{ data: { access_token: string } }>(server, '/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: loginBody(0),
  })
  const bearer = { authorization: `Bearer ${login.data.access_token}` }
  return { ...server, database, count, seedSeconds, secret, bearer }
}
