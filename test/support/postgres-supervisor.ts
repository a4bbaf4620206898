/**
 * Runs one throw-away PostgreSQL for as long as its standard input is open; prints the server's URL when it is
 * ready. A process of its own, so that the server ends with the test run however the run ends: the kernel closes
 * the pipe of a killed process too. Arguments such as `fsync=on` override the settings for tests.
 */
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './ports.ts'
import { copyPostgresBinaries, unprivilegedIdentity } from './postgres-binaries.ts'
import {
  endStaleServer,
  initialiseCluster,
  type PostgresProcess,
  startPostgresProcess,
} from './postgres-process.ts'
import { makeMemoryFolder, makeTempFolder, removeFolder, removeStaleFolders } from './temp-folders.ts'

const settings = process.argv.slice(2)
await removeStaleFolders('pgdata', (folder) => endStaleServer(join(folder, 'data')))
await removeStaleFolders('postgres')
const identity = unprivilegedIdentity()
const folder = makeTempFolder('postgres')
// A caller that asks for fsync wants a disk.
const dataFolder = settings.includes('fsync=on') ? makeTempFolder('pgdata') : makeMemoryFolder('pgdata')
let server: PostgresProcess | undefined
process.stdin.resume().on('end', stop).on('error', stop)
try {
  for (const own of [folder, dataFolder]) if (identity) chownSync(own, identity.uid, identity.gid)
  const installation = { folder: join(folder, 'postgres'), identity }
  copyPostgresBinaries(installation.folder, identity)
  const data = join(dataFolder, 'data')
  const password = initialiseCluster(installation, data)
  const port = await freePort()
  await startPostgresProcess(installation, {
    data,
    port,
    log: join(folder, 'log'),
    settings,
    started(process) {
      server = process
    },
  })
  console.log(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
  await stop()
}

async function stop(): Promise<void> {
  // Nothing of the data is kept.
  await server?.end('SIGQUIT')
  removeFolder(folder)
  removeFolder(dataFolder)
  process.exit()
}
