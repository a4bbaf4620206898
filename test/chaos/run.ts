/**
 * Breaks what a server depends on and checks its promises: `npm run chaos -- [word of a scenario…]
 * [--database sqlite|postgres]`. See docs/testing.md.
 */
import { Command, Option } from 'commander'
import { startPostgres } from '../support/postgres.ts'
import { makeTempFolder, removeFolder, removeStaleFolders } from '../support/temp-folders.ts'
import { clockScenarios } from './clock.ts'
import { databaseScenarios } from './database.ts'
import { diskScenarios } from './disk.ts'
import { eventScenarios } from './events.ts'
import { importScenarios } from './imports.ts'
import { DIALECTS, type Dialect, NotRun, type Scenario } from './scenario.ts'
import { serverScenarios } from './servers.ts'
import { clientScenarios } from './unread.ts'

const SCENARIOS: Scenario[] = [
  ...databaseScenarios,
  ...diskScenarios,
  ...clockScenarios,
  ...serverScenarios,
  ...eventScenarios,
  ...importScenarios,
  ...clientScenarios,
]
/** Acknowledged writes must be on disk, also after a crash. */
const POSTGRES_SETTINGS = { fsync: 'on' }

const program = new Command()
  .name('npm run chaos --')
  .argument('[word...]', 'run only scenarios whose names contain these words')
  .addOption(new Option('--database <database>', 'run only on this database').choices(DIALECTS))
  .addHelpText('after', `\nScenarios:\n${SCENARIOS.map(({ name }) => `  ${name}`).join('\n')}`)
  .parse()
const { database } = program.opts<{ database?: Dialect }>()
const dialects = database ? [database] : DIALECTS
const chosen = SCENARIOS.filter(({ name }) => program.args.every((word) => name.includes(word)))
if (chosen.length === 0) program.error('error: No scenario has these words in its name. --help lists them.')

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
