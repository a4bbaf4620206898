import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from './db.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

interface Where {
  DATABASE_URL: string | undefined
  DATABASE_POOL_SIZE: number
  DATA_DIR: string
}

interface OpenOptions {
  /** PostgreSQL only: milliseconds a statement may take; 0 (for commands such as imports): as long as it takes. */
  statementTimeoutMs: number
  /** Told of faults that no caller waits for, such as a lost idle connection. */
  onError: (error: unknown) => void
}

/** Opens PostgreSQL when DATABASE_URL is set, else the embedded database in DATA_DIR. Does not migrate. */
export function openDatabase(where: Where, options: OpenOptions): Db {
  if (where.DATABASE_URL) {
    return openPostgres(where.DATABASE_URL, { poolSize: where.DATABASE_POOL_SIZE, ...options })
  }
  mkdirSync(where.DATA_DIR, { recursive: true, mode: 0o700 })
  return openSqlite(join(where.DATA_DIR, 'transom.db'))
}
