import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createDatabase } from '../support/databases.ts'
import { migrateDatabase } from '../support/db.ts'
import { describePostgres } from './describe-postgres.ts'
import { describeSqlite } from './describe-sqlite.ts'
import { describeTypes } from './describe-types.ts'

const { postgres, sqlite } = await migrateBoth()

test('both databases have the same tables', () => {
  expect(Object.keys(sqlite).sort()).toEqual(Object.keys(postgres).sort())
  expect(Object.keys(postgres).length).toBeGreaterThan(10)
})

test.each(Object.keys(postgres))('%s is the same in both databases', (table) => {
  expect(sqlite[table]).toEqual(postgres[table])
})

test('the TypeScript types say what the databases hold', () => {
  const typed = describeTypes(
    readFileSync(join(import.meta.dirname, '../../src/platform/db/schema.ts'), 'utf8'),
  )
  const { schema_migrations: _own, ...tables } = postgres
  const held = Object.entries(tables).map(([name, { columns }]) => {
    const plain = Object.entries(columns).map(([column, { type, nullable }]) => {
      return [column, { type: type === 'integer' || type === 'real' ? 'number' : type, nullable }]
    })
    return [name, Object.fromEntries(plain)]
  })
  expect(typed).toEqual(Object.fromEntries(held))
})

async function migrateBoth() {
  const server = inject('databaseServer')
  const embedded = await createDatabase({ folder: server.folder })
  await migrateDatabase(embedded)
  const connection = new Sqlite(join(embedded.env.DATA_DIR, 'transom.db'))
  const sqlite = describeSqlite(connection)
  connection.close()
  await embedded.drop()

  const database = await createDatabase(server)
  const client = new pg.Client({ connectionString: database.env.DATABASE_URL })
  await client.connect()
  const postgres = await describePostgres(client)
  await client.end()
  await database.drop()
  return { postgres, sqlite }
}
