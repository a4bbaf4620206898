/**
 * Measures the promises about speed, each beside its raw baseline in the same run:
 * `npm run bench -- [row…] [--database sqlite|postgres]`. docs/performance.md says what the rows are.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, createBench } from './bench.ts'
import { type Dialect, startDatabases } from './databases.ts'
import { isMissed, type Line, type Result, renderTable } from './report.ts'
import { machine, renderResults } from './results.ts'
import { apply } from './rows/apply.ts'
import { create } from './rows/create.ts'
import { drain } from './rows/drain.ts'
import { get } from './rows/get.ts'
import { growth } from './rows/growth.ts'
import { imports } from './rows/imports.ts'
import { forwards, leads } from './rows/leads.ts'
import { list } from './rows/list.ts'
import { locator } from './rows/locator.ts'
import { login } from './rows/login.ts'
import { start } from './rows/start.ts'

const ROWS: Record<string, (bench: Bench) => Promise<Line[]>> = {
  create,
  get,
  list,
  growth,
  login,
  drain,
  locator,
  leads,
  forwards,
  apply,
  imports,
  start,
}
const DIALECTS: Dialect[] = ['sqlite', 'postgres']
/** What it measures with unless told otherwise; less than that is a look, and no result. */
const FULL = { size: '1000000', rounds: '3', seconds: '5' }
const RESULTS = join(import.meta.dirname, 'RESULTS.md')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string' },
    size: { type: 'string', default: FULL.size },
    rounds: { type: 'string', default: FULL.rounds },
    seconds: { type: 'string', default: FULL.seconds },
    profile: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
})
const rows = positionals.length > 0 ? positionals : Object.keys(ROWS)
const dialects = values.database === undefined ? DIALECTS : [values.database as Dialect]
const wrong = [
  ...rows.filter((row) => !ROWS[row]),
  ...dialects.filter((dialect) => !DIALECTS.includes(dialect)),
]
if (wrong.length > 0) {
  console.error(
    `Unknown: ${wrong.join(', ')}. Rows: ${Object.keys(ROWS).join(', ')}; databases: ${DIALECTS.join(', ')}.`,
  )
  process.exit(2)
}

const say = (text: string) => process.stderr.write(`  ${text}\n`)
const results: Result[] = []
const versions: Record<string, string> = {}
for (const dialect of dialects) {
  await using databases = await startDatabases(dialect)
  await using stack = new AsyncDisposableStack()
  versions[dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'] = await databases.version()
  const options = {
    databases,
    size: Number(values.size),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    flags: values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [],
    say,
  }
  const bench = createBench(options, stack)
  for (const row of rows) {
    say(`${dialect}: ${row}`)
    results.push({ row, database: dialect, lines: await ROWS[row]!(bench) })
  }
}
console.log(`${machine()}, Node ${process.versions.node}\n`)
console.log(renderTable(results))
const isFull = Object.entries(FULL).every(([name, value]) => values[name as keyof typeof FULL] === value)
if (isFull && !values.profile && positionals.length === 0 && values.database === undefined) {
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(RESULTS, renderResults(results, { on: machine(), day, versions }))
  say(`${RESULTS} was written`)
}
process.exit(values.check && isMissed(results) ? 1 : 0)
