/**
 * Measures the promises about speed, each beside its raw baseline in the same run:
 * `npm run bench -- [row…] [--database sqlite|postgres]`. docs/performance.md says what the rows are.
 */
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type Bench, createBench } from './bench.ts'
import { type Dialect, startDatabases } from './databases.ts'
import { isMissed, type Line, type Result, renderTable } from './report.ts'
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string' },
    size: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
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
for (const dialect of dialects) {
  await using databases = await startDatabases(dialect)
  await using stack = new AsyncDisposableStack()
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
console.log(`${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.versions.node}\n`)
console.log(renderTable(results))
process.exit(values.check && isMissed(results) ? 1 : 0)
