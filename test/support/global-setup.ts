import type { TestProject } from 'vitest/node'
import { createDatabase, type DatabaseServer } from './databases.ts'
import { migrateDatabase } from './db.ts'
import { startPostgres } from './postgres.ts'
import { makeMemoryFolder, removeFolder, removeStaleFolders } from './temp-folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
  }
}

/** Starts the project's database server and migrates a template, of which every test gets a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeStaleFolders('data')
  const folder = makeMemoryFolder('data')
  const postgres = project.name === 'postgres' ? await startPostgres() : undefined
  const server: DatabaseServer = { folder, adminUrl: postgres?.adminUrl }
  const template = await createDatabase(server)
  await migrateDatabase(template)
  project.provide('databaseServer', { ...server, template: template.name })
  return async () => {
    await template.drop()
    await postgres?.stop()
    removeFolder(folder)
  }
}
