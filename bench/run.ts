/**
 * Measures each promise about speed beside its raw baseline in the same run:
 * `npm run bench -- [row…] [--database sqlite|postgres]`. docs/performance.md says what the rows are.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Argument, Command, Option } from 'commander'
import { readNumber } from '../src/platform/cli/options.ts'
import { type Bench, createBench } from './bench.ts'
import { DIALECTS, type Dialect, startDatabases } from './databases.ts'
import { isMissed, type Line, type Result, renderTable } from './report.ts'
import { machine, updateResults } from './results.ts'
import { adminSearch } from './rows/admin-search.ts'
import { apply } from './rows/apply.ts'
import { bulk } from './rows/bulk.ts'
import { consoleTasks } from './rows/console.ts'
import { create } from './rows/create.ts'
import { drain } from './rows/drain.ts'
import { get } from './rows/get.ts'
import { growth } from './rows/growth.ts'
import { importBeside } from './rows/import-beside.ts'
import { imports } from './rows/imports.ts'
import { forwards, leads } from './rows/leads.ts'
import { list } from './rows/list.ts'
import { locator } from './rows/locator.ts'
import { login } from './rows/login.ts'
import { start } from './rows/start.ts'

const ROWS: Record<string, (bench: Bench) => Promise<Line[]>> = {
  create,
  bulk,
  get,
  list,
  'admin-search': adminSearch,
  growth,
  login,
  drain,
  locator,
  leads,
  forwards,
  apply,
  imports,
  'import-beside': importBeside,
  start,
  console: consoleTasks,
}
/** The defaults. A smaller run gives a first look, not a result. */
const FULL = { size: 1_000_000, rounds: 3, seconds: 5 }
const NAMES: Record<Dialect, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const RESULTS = join(import.meta.dirname, 'RESULTS.md')

const program = new Command()
  .name('npm run bench --')
  .addArgument(new Argument('[row...]', 'what to measure').choices(Object.keys(ROWS)))
  .addOption(new Option('--database <database>', 'on this one only').choices(DIALECTS))
  .option('--size <number>', 'warranties in the database', readNumber, FULL.size)
  .option('--rounds <number>', 'of server and baseline in turn', readNumber, FULL.rounds)
  .option('--seconds <number>', 'a round takes', readNumber, FULL.seconds)
  .option('--profile <folder>', 'where CPU profiles of the servers go')
  .option('--check', 'exit code 1 when a target is missed', false)
  .parse()
const given = program.opts<typeof FULL & { database?: Dialect; profile?: string; check: boolean }>()
const rows = program.args.length > 0 ? program.args : Object.keys(ROWS)
const dialects = given.database === undefined ? DIALECTS : [given.database]

const say = (text: string) => process.stderr.write(`  ${text}\n`)
const results: Result[] = []
let page = readFileSync(RESULTS, 'utf8')
for (const dialect of dialects) {
  await using databases = await startDatabases(dialect)
  await using stack = new AsyncDisposableStack()
  const measured: Result[] = []
  const options = {
    databases,
    size: given.size,
    rounds: given.rounds,
    seconds: given.seconds,
    flags: given.profile ? ['--cpu-prof', `--cpu-prof-dir=${given.profile}`] : [],
    say,
  }
  const bench = createBench(options, stack)
  for (const row of rows) {
    say(`${dialect}: ${row}`)
    measured.push({ row, database: dialect, lines: await ROWS[row]!(bench) })
  }
  const day = new Date().toISOString().slice(0, 10)
  const context = `${day}, ${machine()}, Node.js ${process.versions.node}, ${NAMES[dialect]} ${await databases.version()}`
  page = updateResults(page, measured, { context, order: Object.keys(ROWS) })
  results.push(...measured)
}
console.log(`${machine()}, Node ${process.versions.node}\n`)
console.log(renderTable(results))
const isFull = Object.entries(FULL).every(([name, value]) => given[name as keyof typeof FULL] === value)
if (isFull && !given.profile) {
  writeFileSync(RESULTS, page)
  say(`${RESULTS} was updated`)
}
process.exit(given.check && isMissed(results) ? 1 : 0)
