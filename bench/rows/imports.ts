import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../test/support/server-process.ts'
import { type Bench, environment } from '../bench.ts'
import { atMost, type Line } from '../report.ts'
import { BRANDS, callers, dealersAndTerritories, dealersCsv, toCsv } from '../world.ts'

const DEALERS = 100_000
const TERRITORIES = 40_000
const SECONDS = 60

/** Imports large CSV files into an empty database, and again. */
export async function imports(bench: Bench): Promise<Line[]> {
  const database = await bench.databases.create()
  const run = async (...args: string[]) => {
    const start = performance.now()
    const { code, stderr } = await runCommand(args, environment(database))
    if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${stderr}`)
    return (performance.now() - start) / 1000
  }
  const write = (name: string, text: string) => {
    const file = join(database.env.DATA_DIR, name)
    writeFileSync(file, text)
    return file
  }
  const { dealers, territories } = dealersAndTerritories(DEALERS, TERRITORIES)
  const dealersFile = write('dealers.csv', dealersCsv(dealers))
  const territoriesFile = write('territories.csv', toCsv(territories.map(({ brand: _, ...row }) => row)))
  await run('apply', write('callers.json', JSON.stringify(callers())))
  const lines: Line[] = []
  for (const what of ['the first time', 'again, nothing new']) {
    const brand = ['--brand', BRANDS[0]]
    const took = {
      dealers: await run('dealers', 'import', dealersFile, ...brand),
      territories: await run('territories', 'import', territoriesFile, ...brand),
    }
    const each = `${took.dealers.toFixed(1)} s + ${took.territories.toFixed(1)} s`
    lines.push({
      subject: `100,000 dealers, 40,000 territories as CSV: ${what} (${each})`,
      check: atMost(took.dealers + took.territories, SECONDS, 'seconds'),
    })
  }
  return lines
}
