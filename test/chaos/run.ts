/**
 * Breaks what a server stands on, and holds it to its promises: `npm run chaos -- [word of a scenario…]
 * [--database sqlite|postgres]`. docs/testing.md says what must hold.
 */
import { parseArgs } from 'node:util'
import { startPostgres } from '../support/postgres.ts'
import { makeTempFolder, removeFolder, removeStaleFolders } from '../support/temp-folders.ts'
import { clockScenarios } from './clock.ts'
import { databaseScenarios } from './database.ts'
import { diskScenarios } from './disk.ts'
import { type Dialect, NotRun, type Scenario } from './scenario.ts'
import { serverScenarios } from './servers.ts'

const SCENARIOS: Scenario[] = [...databaseScenarios, ...diskScenarios, ...clockScenarios, ...serverScenarios]
const DIALECTS: Dialect[] = ['sqlite', 'postgres']
/** What is acknowledged is on disk, and a crash of the server is one. */
const POSTGRES_SETTINGS = { fsync: 'on' }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { database: { type: 'string' } },
})
const dialects = values.database === undefined ? DIALECTS : [values.database as Dialect]
const chosen = SCENARIOS.filter(({ name }) => positionals.every((word) => name.includes(word)))
if (dialects.some((dialect) => !DIALECTS.includes(dialect)) || chosen.length === 0) {
  console.error('npm run chaos -- [word…] [--database sqlite|postgres]. Scenarios:')
  for (const { name } of SCENARIOS) console.error(`  ${name}`)
  process.exit(2)
}

const outcomes = { held: 0, broken: 0, 'not run': 0 }
await removeStaleFolders('chaos')
for (const dialect of dialects) {
  const folder = makeTempFolder('chaos')
  const postgres = dialect === 'postgres' ? await startPostgres(POSTGRES_SETTINGS) : undefined
  try {
    for (const scenario of chosen.filter(({ databases }) => databases.includes(dialect))) {
      const start = performance.now()
      const [outcome, words] = await attempt(scenario, { dialect, folder, adminUrl: postgres?.adminUrl })
      outcomes[outcome]++
      const seconds = Math.round((performance.now() - start) / 1_000)
      console.log(
        `${outcome.toUpperCase().padEnd(7)}  ${dialect.padEnd(8)}  ${scenario.name} (${seconds} s): ${words}`,
      )
    }
  } finally {
    await postgres?.stop()
    removeFolder(folder)
  }
}
console.log(
  Object.entries(outcomes)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', '),
)
process.exit(outcomes.broken > 0 ? 1 : 0)

async function attempt(
  scenario: Scenario,
  place: Parameters<Scenario['run']>[0],
): Promise<[keyof typeof outcomes, string]> {
  try {
    return ['held', await scenario.run(place)]
  } catch (error) {
    if (error instanceof NotRun) return ['not run', error.message]
    return ['broken', error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
}
