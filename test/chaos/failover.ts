/**
 * Fails PostgreSQL over under load and checks Transom's promises:
 * `npm run chaos:failover -- [--mode sync|async] [--route proxy|hosts|early] [--runs N]`. See docs/testing.md.
 */
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { endStaleServer } from '../support/postgres-process.ts'
import { makeTempFolder, removeFolder, removeStaleFolders } from '../support/temp-folders.ts'
import { type Mode, makeTemplate } from './failover/cluster.ts'
import { failOver, ROUTES, type Route } from './failover/fail-over.ts'

const MODES: readonly Mode[] = ['sync', 'async']
const MOST_ISSUES = 10

const given = new Command()
  .name('npm run chaos:failover --')
  .addOption(new Option('--mode <mode>', 'only synchronous or only asynchronous replication').choices(MODES))
  .addOption(new Option('--route <route>', 'how the primary is found; default: each in turn').choices(ROUTES))
  .option('--runs <number>', 'failovers in each mode', Number, 3)
  .parse()
  .opts<{ mode?: Mode; route?: Route; runs: number }>()

await removeStaleFolders('failover', async (folder) => {
  for (const mode of MODES)
    for (let run = 0; run < 100; run++)
      for (const role of ['primary', 'standby']) await endStaleServer(join(folder, `${mode}-${run}-${role}`))
})
const folder = makeTempFolder('failover')
let failovers = 0
let broken = 0
try {
  const template = makeTemplate(folder)
  for (const mode of given.mode ? [given.mode] : MODES)
    for (let run = 0; run < given.runs; run++) {
      const route = given.route ?? ROUTES[run % ROUTES.length]!
      const start = performance.now()
      const { issues, figures } = await attempt(template, { name: `${mode}-${run}`, mode, route })
      failovers++
      if (issues.length > 0) broken++
      const seconds = Math.round((performance.now() - start) / 1_000)
      console.log(
        `${issues.length > 0 ? 'BROKEN' : 'HELD  '}  ${mode} by ${route} (${seconds} s): ${figures}`,
      )
      for (const issue of issues.slice(0, MOST_ISSUES)) console.log(`        ${issue}`)
      if (issues.length > MOST_ISSUES) console.log(`        and ${issues.length - MOST_ISSUES} more`)
    }
} finally {
  removeFolder(folder)
}
console.log(`${failovers} failovers, ${broken} with broken promises`)
process.exit(broken > 0 ? 1 : 0)

async function attempt(...args: Parameters<typeof failOver>): Promise<{ issues: string[]; figures: string }> {
  try {
    const { issues, ...figures } = await failOver(...args)
    const words = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
    return { issues, figures: words.join(', ') }
  } catch (error) {
    return { issues: [error instanceof Error ? error.message : String(error)], figures: 'it broke off' }
  }
}
