import type { TestProject } from 'vitest/node'
import { createDatabase, type DatabaseServer } from './databases.ts'
import { migrateDatabase } from './db.ts'
import { lendHosts } from './hosts.ts'
import { startPostgres } from './postgres.ts'
import { makeMemoryFolder, removeFolder, removeStaleFolders } from './temp-folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
    /** The path of the socket where processes are lent. */
    hosts: string
  }
}

/** Starts the project's database server, migrates a template, of which every test gets a copy, and lends processes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeStaleFolders('data')
  const folder = makeMemoryFolder('data')
  const postgres = project.name === 'postgres' ? await startPostgres() : undefined
  const server: DatabaseServer = { folder, adminUrl: postgres?.adminUrl }
  const template = await createDatabase(server)
  await migrateDatabase(template)
  project.provide('databaseServer', { ...server, template: template.name })
  const hosts = await lendHosts(folder)
  project.provide('hosts', hosts.path)
  return async () => {
    hosts.stop()
    await template.drop()
    await postgres?.stop()
    removeFolder(folder)
  }
}
