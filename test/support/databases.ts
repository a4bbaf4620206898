import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { removeFolder } from './temp-folders.ts'

/** Where databases are created: on a PostgreSQL server, or, without `adminUrl`, in a folder. */
export interface DatabaseServer {
  folder: string
  adminUrl?: string
  /** The name of a migrated database to copy. */
  template?: string
}

/** A database for one test file. */
export interface TestDatabase {
  name: string
  dialect: 'sqlite' | 'postgres'
  /** Environment variables that lead a server to this database. */
  env: { DATA_DIR: string; DATABASE_URL?: string }
  drop(): Promise<void>
}

/** Creates a copy of `server.template`, or an empty database. */
export async function createDatabase(server: DatabaseServer): Promise<TestDatabase> {
  const name = `transom_test_${randomBytes(6).toString('hex')}`
  const DATA_DIR = join(server.folder, name)
  const { adminUrl } = server
  if (!adminUrl) {
    if (server.template) cpSync(join(server.folder, server.template), DATA_DIR, { recursive: true })
    else mkdirSync(DATA_DIR)
    const drop = async () => removeFolder(DATA_DIR)
    return { name, dialect: 'sqlite', env: { DATA_DIR }, drop }
  }

  mkdirSync(DATA_DIR)
  const copy = server.template ? `TEMPLATE ${server.template} STRATEGY file_copy` : ''
  await command(adminUrl, `CREATE DATABASE ${name} ${copy}`)
  const url = new URL(adminUrl)
  url.pathname = name
  return {
    name,
    dialect: 'postgres',
    env: { DATA_DIR, DATABASE_URL: url.href },
    async drop() {
      await command(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)
      removeFolder(DATA_DIR)
    },
  }
}

const admins = new Map<string, pg.Pool>()

/** Connections are kept for the next database, because a run creates hundreds. */
async function command(url: string, sql: string): Promise<void> {
  let admin = admins.get(url)
  if (!admin) {
    admin = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
    // The server may be stopped before this process ends.
    admin.on('error', () => {})
    admins.set(url, admin)
  }
  await admin.query(sql)
}
