/**
 * Keeps a server under half of its full load. Fails if a figure such as memory grows, or if an answer is wrong:
 * `npm run soak -- [--minutes N] [--database sqlite|postgres] [--rate N] [--write FILE]`. See docs/testing.md.
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { readNumber } from '../src/platform/cli/options.ts'
import type { TestDatabase } from '../test/support/databases.ts'
import { runCommand } from '../test/support/server-process.ts'
import { ask, environment, loginBody } from './bench.ts'
import { DIALECTS, type Dialect, startDatabases } from './databases.ts'
import { apply, seed } from './seed.ts'
import { seedWarranties } from './seed-warranties.ts'
import { type Server, startScript, startTransom } from './servers.ts'
import { startDrive } from './soak/drive.ts'
import { changedDealer, createMix } from './soak/mix.ts'
import { judge, type Sample, sample, show, WATCHED } from './soak/samples.ts'
import { allZips, BRANDS, dealersAndTerritories } from './world.ts'

const STORED = { warranties: 20_000, dealers: 3_000 }
const CONNECTIONS = 32
const CALIBRATION_S = 10
const EVERY_MS = 10_000
const APPLY_EVERY_MS = 30_000
/** Share of the time whose samples are ignored; at least WARM_UP_MS. */
const WARM_UP = 0.25
const WARM_UP_MS = 60_000

const program = new Command()
  .name('npm run soak --')
  .option('--minutes <number>', 'duration, including a warm-up of a quarter (at least 1)', readNumber, 30)
  .addOption(new Option('--database <database>').choices(DIALECTS).default('sqlite'))
  .option('--rate <number>', 'requests a second (default: half of the full load)', readNumber)
  .option('--write <file>', 'also write the report to this file')
  .parse()
const given = program.opts<{ minutes: number; database: Dialect; rate?: number; write?: string }>()
const { minutes, database: dialect } = given
if (minutes < 2) program.error("error: option '--minutes <number>' must be 2 or more.")

const report: string[] = []
const say = (line: string) => {
  report.push(line)
  console.log(line)
}

await using databases = await startDatabases(dialect)
await using crm = await startScript('soak/crm.ts', {})
const database = await databases.create()
await prepare(database, crm)
const env = { ...environment(database), ALLOW_PRIVATE_WEBHOOKS: 'true', DELIVERY_RETRY_SCALE: '0.05' }
const leak = process.env.SOAK_LEAK
await using server = await startTransom({
  env: leak ? { ...env, SOAK_LEAK: leak } : env,
  flags: leak ? ['--import', join(import.meta.dirname, 'soak/leak.ts')] : [],
})
const login = await ask<{ data: { access_token: string } }>(server, '/api/v1/auth/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: loginBody(0),
})
const mix = createMix({ seeded: STORED.warranties, zips: allZips(), access: login.data.access_token })

say(`${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.versions.node}, ${dialect}`)
const rate = given.rate ?? Math.max(1, Math.round((await fullLoad(server)) / 2))
say(
  `${rate.toLocaleString('en')} requests a second for ${minutes} minutes${leak ? `, leaking ${leak}` : ''}\n`,
)
const issues = await watch(server, database)
say(issues.length === 0 ? '\nNothing grows, and all answers were correct.' : `\nFAILED: ${issues.join('; ')}`)
if (given.write) writeFileSync(given.write, `${report.join('\n')}\n`)
process.exitCode = issues.length === 0 ? 0 : 1

async function prepare(database: TestDatabase, { port }: Server): Promise<void> {
  const url = `http://127.0.0.1:${port}/`
  await seed(database, async (db) => {
    await seedWarranties(database, db, STORED.warranties)
    const brands = BRANDS.slice(1).map((slug) => ({
      slug,
      lead_webhook: { url },
      warranty_crm: { type: 'webhook', url },
    }))
    await apply(db, { brands, ...dealersAndTerritories(STORED.dealers, STORED.dealers) })
  })
}

/** Returns the requests a second when every connection sends as fast as it can. */
async function fullLoad(server: Server): Promise<number> {
  const drive = startDrive(server.port, CONNECTIONS, mix.next)
  await sleep((CALIBRATION_S * 1_000) / 2)
  drive.take()
  await sleep(CALIBRATION_S * 1_000)
  const { answered } = drive.take()
  await drive.stop()
  if (drive.complaints.length > 0)
    throw new Error(`Wrong answers at full load:\n${drive.complaints.join('\n')}`)
  say(`full load: ${Math.round(answered / CALIBRATION_S).toLocaleString('en')} requests a second`)
  return answered / CALIBRATION_S
}

/** Loads the server and takes samples. Returns the problems found. */
async function watch(server: Server, database: TestDatabase): Promise<string[]> {
  const columns = ['time s', 'req/s', 'p99 ms', ...Object.values(WATCHED).map(({ title }) => title), 'errors']
  say(columns.map((title) => title.padStart(8)).join('  '))
  const drive = startDrive(server.port, CONNECTIONS, mix.next, rate)
  const setUp = applyRepeatedly(database)
  const samples: Sample[] = []
  const start = performance.now()
  let [before, errors] = [start, 0]
  while (samples.length * EVERY_MS < minutes * 60_000) {
    await sleep(start + EVERY_MS * (samples.length + 1) - performance.now())
    const now = performance.now()
    const figures = await sample(server, database)
    const { answered, errors: more, p99 } = drive.take()
    samples.push(figures)
    errors += more
    const cells = [
      (now - start) / 1_000,
      (answered * 1_000) / (now - before),
      p99,
      ...Object.values(figures),
      more,
    ]
    say(cells.map((cell) => show(cell).padStart(8)).join('  '))
    before = now
  }
  await drive.stop()
  const warmUp = Math.ceil(Math.max(samples.length * WARM_UP, WARM_UP_MS / EVERY_MS))
  const trends = judge(samples.slice(warmUp))
  say(`\nAfter a warm-up of ${(warmUp * EVERY_MS) / 1_000} s, by the slope of Theil and Sen:`)
  for (const { text } of trends) say(text)
  for (const complaint of drive.complaints) say(complaint)
  const refused = await setUp.stop()
  return [
    ...trends.filter(({ hasGrown }) => hasGrown).map(({ text }) => text.split(/ {2,}/)[0]!.concat(' grows')),
    ...(errors > 0 ? [`${errors} wrong answers`] : []),
    ...(refused.length > 0 ? [`an apply failed: ${refused[0]}`] : []),
  ]
}

function applyRepeatedly(database: TestDatabase): { stop(): Promise<string[]> } {
  const file = join(database.env.DATA_DIR, 'soak.json')
  const refused: string[] = []
  const over = new AbortController()
  const run = async () => {
    for (let turn = 0; ; turn++) {
      await sleep(APPLY_EVERY_MS, undefined, { signal: over.signal })
      writeFileSync(file, JSON.stringify(changedDealer(turn)))
      const { code, stderr } = await runCommand(['apply', file], env)
      if (code !== 0) refused.push(stderr)
    }
  }
  const running = run().catch((error) => {
    if (!over.signal.aborted) refused.push(String(error))
  })
  return {
    async stop() {
      over.abort()
      await running
      return refused
    },
  }
}
