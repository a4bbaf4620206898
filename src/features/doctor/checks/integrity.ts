import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'

/** The state of a PostgreSQL server. */
export interface PostgresServer {
  /** `150004` for 15.4. */
  version: number
  versionText: string
  /** The most connections of all ordinary users together. */
  maxConnections: number
  /** The number of connections now. */
  connections: number
  /** How far its clock is ahead of ours. */
  clockAhead: Micros
  invalidIndexes: string[]
  /** Tables that the role in DATABASE_URL may not read and write. */
  forbiddenTables: string[]
}

/** Returns the state of a PostgreSQL server. */
export async function examinePostgres(reader: Reader, now: () => Micros): Promise<PostgresServer> {
  const asked = now()
  const { rows: clock } = await sql<{ micros: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as micros`.execute(reader)
  const middle = (asked + now()) / 2
  const { rows } = await sql<{
    version: string
    text: string
    most: string
    reserved: string
    connections: number
  }>`
    select current_setting('server_version_num') as version, current_setting('server_version') as text,
      current_setting('max_connections') as most, current_setting('superuser_reserved_connections') as reserved,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections`.execute(
    reader,
  )
  const { rows: indexes } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where not indisvalid`.execute(reader)
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
      where schemaname = any (current_schemas(false)) and tablename <> 'schema_migrations'
        and not (
          has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT')
          and has_table_privilege(format('%I.%I', schemaname, tablename), 'INSERT')
          and (tablename = 'audit_entries'
            or has_table_privilege(format('%I.%I', schemaname, tablename), 'UPDATE')
              and has_table_privilege(format('%I.%I', schemaname, tablename), 'DELETE')))
      order by tablename`.execute(reader)
  const [server] = rows
  return {
    version: Number(server!.version),
    versionText: server!.text,
    maxConnections: Number(server!.most) - Number(server!.reserved),
    connections: server!.connections,
    clockAhead: Math.round(clock[0]!.micros - middle),
    invalidIndexes: indexes.map(({ name }) => name),
    forbiddenTables: tables.map(({ name }) => name),
  }
}

/**
 * Returns the result of SQLite's quick check: `ok` or what is damaged; null if it takes longer than `timeoutMs`. Rejects
 * if the file can't be read.
 */
export function quickCheck(file: string, timeoutMs: number): Promise<string | null> {
  const script = join(import.meta.dirname, 'quick-check.ts')
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, file], { timeout: timeoutMs }, (error, stdout, stderr) => {
      const [, message = error?.message, code = ''] =
        /SqliteError: (.*)[\s\S]*code: '(\w+)'/.exec(stderr) ?? []
      if (!error) resolve(stdout.trim())
      else if (error.killed) resolve(null)
      else if (/CORRUPT|NOTADB/.test(code)) resolve(message ?? code)
      else reject(new Error(message))
    })
  })
}
