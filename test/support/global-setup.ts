import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { createDatabase, type DatabaseServer } from './databases.ts'
import { startPostgres } from './postgres.ts'
import { makeTempFolder, removeFolder, removeStaleFolders } from './temp-folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
  }
}

/** Starts the project's database server and migrates a template, of which every test gets a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeStaleFolders('data')
  const folder = makeTempFolder('data')
  const postgres = project.name === 'postgres' ? await startPostgres() : undefined
  const server: DatabaseServer = { folder, adminUrl: postgres?.adminUrl }
  const template = await createDatabase(server)
  const db = openDatabase(
    { DATABASE_URL: template.env.DATABASE_URL, DATA_DIR: template.env.DATA_DIR, DATABASE_POOL_SIZE: 1 },
    { statementTimeoutMs: 0, onError: console.error },
  )
  await migrate(db)
  await db.close()
  project.provide('databaseServer', { ...server, template: template.name })
  return async () => {
    await template.drop()
    await postgres?.stop()
    removeFolder(folder)
  }
}
