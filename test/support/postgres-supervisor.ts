/**
 * Runs one throw-away PostgreSQL for as long as its standard input is open; prints the server's URL when it is
 * ready. A process of its own, so that the server ends with the test run however the run ends: the kernel closes
 * the pipe of a killed process too. Arguments such as `fsync=on` go over the settings below.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './ports.ts'
import { copyPostgresBinaries, type Identity, unprivilegedIdentity } from './postgres-binaries.ts'
import {
  commandLine,
  makeMemoryFolder,
  makeTempFolder,
  removeFolder,
  removeStaleFolders,
} from './temp-folders.ts'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Tests kill processes, never the machine, and what a killed process has written the kernel still has.
  fsync: 'off',
  max_connections: '200',
  shared_buffers: '32MB',
  // Containers often have a /dev/shm of 64 MB.
  dynamic_shared_memory_type: 'mmap',
  // Far from UTC, so that a query that depends on the server's zone fails.
  timezone: 'Pacific/Kiritimati',
}

const given = process.argv.slice(2)
await removeStaleFolders('pgdata', stopServerIn)
await removeStaleFolders('postgres')
const identity = unprivilegedIdentity()
const folder = makeTempFolder('postgres')
// A test that asks for fsync wants a disk.
const dataFolder = given.includes('fsync=on') ? makeTempFolder('pgdata') : makeMemoryFolder('pgdata')
let server: ChildProcess | undefined
process.stdin.resume().on('end', stop).on('error', stop)
try {
  for (const own of [folder, dataFolder]) if (identity) chownSync(own, identity.uid, identity.gid)
  copyPostgresBinaries(join(folder, 'postgres'), identity)
  const password = initialise(folder, identity)
  const port = await freePort()
  await start(folder, identity, port)
  console.log(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
  await stop()
}

function initialise(folder: string, identity: Identity | undefined): string {
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (identity) chownSync(passwordFile, identity.uid, identity.gid)
  // A linguistic collation, as most servers have: a query that depends on byte order fails.
  const collation = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8']
  const flags = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync']
  run('initdb', [`--pgdata=${join(dataFolder, 'data')}`, ...flags, ...collation])
  rmSync(passwordFile)
  return password

  function run(program: string, flags: string[]): void {
    execFileSync(join(folder, 'postgres', 'bin', program), flags, { ...identity, cwd: folder, stdio: 'pipe' })
  }
}

async function start(folder: string, identity: Identity | undefined, port: number): Promise<void> {
  const settings = Object.entries({ ...SETTINGS, port }).map(([name, value]) => `${name}=${value}`)
  const flags = [...settings, ...given].flatMap((setting) => ['-c', setting])
  const log = join(folder, 'log')
  const output = openSync(log, 'w')
  const program = join(folder, 'postgres', 'bin', 'postgres')
  // Known to stop() at once, which may be called while this waits.
  server = spawn(program, ['-D', join(dataFolder, 'data'), ...flags], {
    ...identity,
    cwd: folder,
    stdio: ['ignore', output, output],
  })
  while (!readFileSync(log, 'utf8').includes('ready to accept connections')) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8')}`)
    await sleep(5)
  }
}

async function stop(): Promise<void> {
  if (server && server.exitCode === null) {
    // Immediate shutdown: nothing of the data is kept.
    server.kill('SIGQUIT')
    await once(server, 'exit')
  }
  removeFolder(folder)
  removeFolder(dataFolder)
  process.exit()
}

/** Stops the server that a killed supervisor left behind. */
async function stopServerIn(folder: string): Promise<void> {
  const pidFile = join(folder, 'data', 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  const isServer = () => commandLine(pid).includes(folder)
  if (isServer()) process.kill(pid, 'SIGQUIT')
  for (let waited = 0; isServer() && waited < 5000; waited += 20) await sleep(20)
}
