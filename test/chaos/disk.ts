import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { unprivilegedIdentity } from '../support/postgres-binaries.ts'
import { BUDGET_MS, stopLoad } from './database.ts'
import { expectKept, startLoad } from './load.ts'
import { makeWorld, NotRun, type Place, promise, type Scenario, type World } from './scenario.ts'

const SIZE = '64m'

/**
 * The database's disk fills up and has room again later. The disk is a small file system in memory, which requires root
 * and Linux. Without root, a limit on file sizes has the same effect on the embedded database.
 */
const full: Scenario = {
  name: 'the disk is full',
  databases: ['sqlite', 'postgres'],
  async run(place) {
    const disk = mountSmallDisk(place)
    if (!disk) return throughLimit(place)
    try {
      if (place.dialect === 'sqlite') {
        await using world = await makeWorld(place, { folder: disk })
        return await throughFullDisk(world, disk)
      }
      return await throughFullTablespace(place, disk)
    } finally {
      execFileSync('umount', ['--lazy', disk])
      rmSync(disk, { recursive: true })
    }
  },
}

export const diskScenarios: Scenario[] = [full]

/** Returns the folder of a small file system, or undefined without the right to mount one. */
function mountSmallDisk({ folder }: Place): string | undefined {
  const disk = join(folder, 'small-disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk], { stdio: 'pipe' })
    return disk
  } catch {
    rmSync(disk, { recursive: true })
    return undefined
  }
}

/** Puts only the tables on the small disk: PostgreSQL ends when its own log has no room. */
async function throughFullTablespace(place: Place, disk: string): Promise<string> {
  const owner = unprivilegedIdentity()
  if (owner) chownSync(disk, owner.uid, owner.gid)
  // PostgreSQL's user must be able to enter it.
  chmodSync(place.folder, 0o711)
  const admin = new pg.Client({ connectionString: place.adminUrl })
  await admin.connect()
  try {
    await admin.query(`CREATE TABLESPACE small LOCATION '${disk}'`)
    await using world = await makeWorld(place)
    const { name } = world.server.database
    await world.server.kill('SIGTERM')
    await admin.query(`ALTER DATABASE ${name} SET TABLESPACE small`)
    await world.server.start()
    return await throughFullDisk(world, disk)
  } finally {
    await admin.query('DROP TABLESPACE IF EXISTS small').catch(() => {})
    await admin.end()
  }
}

async function throughFullDisk(world: World, disk: string): Promise<string> {
  const load = startLoad([world.ada])
  await load.acknowledged(BUDGET_MS)
  const ballast = join(disk, 'ballast')
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize))
  } catch {
    // The database has taken some of the room.
  }
  await throughRefusals(world, load)
  rmSync(ballast)
  await load.acknowledged(BUDGET_MS)
  return await expectKept(world, await stopLoad(load))
}

async function throughLimit(place: Place): Promise<string> {
  if (place.dialect === 'postgres')
    throw new NotRun('a small file system for PostgreSQL requires root on Linux')
  await using world = await makeWorld(place)
  const limit = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(world.server.pid), `--fsize=${bytes}:unlimited`])
  const load = startLoad([world.ada])
  await load.acknowledged(BUDGET_MS)
  limit(1)
  await throughRefusals(world, load)
  limit('unlimited')
  await load.acknowledged(BUDGET_MS)
  return `with a limit on file sizes: ${await expectKept(world, await stopLoad(load))}`
}

async function throughRefusals({ ada }: World, load: ReturnType<typeof startLoad>): Promise<void> {
  // PostgreSQL first fills the room that is left in its pages.
  await load.refused(20, 60_000)
  promise((await ada.call('GET', '/warranty')).status === 200, 'reads continue')
}
