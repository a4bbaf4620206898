import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../test/support/server-process.ts'
import { type Bench, environment } from '../bench.ts'
import { atMost, type Line } from '../report.ts'
import { callers, dealersAndTerritories } from '../world.ts'

const DEALERS = 100_000
const TERRITORIES = 40_000
const SECONDS = 60

/** Applies a large set-up file to an empty database, and again. */
export async function apply(bench: Bench): Promise<Line[]> {
  const database = await bench.databases.create()
  const file = join(database.env.DATA_DIR, 'setup.json')
  writeFileSync(file, JSON.stringify({ ...callers(), ...dealersAndTerritories(DEALERS, TERRITORIES) }))
  const lines: Line[] = []
  for (const what of ['the first time', 'again, nothing new']) {
    const start = performance.now()
    const { code, stderr } = await runCommand(['apply', file], environment(database))
    if (code !== 0) throw new Error(`apply ended with ${code}: ${stderr}`)
    const seconds = (performance.now() - start) / 1000
    lines.push({
      subject: `100,000 dealers, 40,000 territories: ${what}`,
      check: atMost(seconds, SECONDS, 'seconds'),
    })
  }
  return lines
}
