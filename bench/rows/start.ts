import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabase } from '../../test/support/databases.ts'
import { type Bench, environment } from '../bench.ts'
import { median } from '../compare.ts'
import { atMost, type Line } from '../report.ts'
import { startTransom } from '../servers.ts'

const ROOT = join(import.meta.dirname, '../..')
const PARTS = ['bin', 'migrations', 'package.json', 'src']
const FIRST_MS = 1_500
const LATER_MS = 700
const IDLE_MB = 150
const IDLE_MS = 2_000

/** Times a start until the server is ready: in a fresh copy of the project on a new database, and later. */
export async function start(bench: Bench): Promise<Line[]> {
  const first: number[] = []
  const later: number[] = []
  const idle: number[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const database = await bench.databases.create()
    const env = environment(database)
    const root = copyProject(database)
    await using fresh = await startTransom({ env, root })
    first.push(fresh.readyMs)
    await fresh.stop()
    await using again = await startTransom({ env, root })
    later.push(again.readyMs)
    await sleep(IDLE_MS)
    idle.push(again.memoryMb())
  }
  return [
    { subject: 'first start', check: atMost(median(first), FIRST_MS, 'ms') },
    { subject: 'later start', check: atMost(median(later), LATER_MS, 'ms') },
    { subject: 'idle memory', check: atMost(median(idle), IDLE_MB, 'MB') },
  ]
}

/** As after `npm ci`, without anything that the first start creates. */
function copyProject({ env }: TestDatabase): string {
  const root = join(env.DATA_DIR, 'project')
  mkdirSync(root)
  for (const part of PARTS) cpSync(join(ROOT, part), join(root, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  return root
}
