import type { Command } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples } from '../../platform/cli/options.ts'
import { type Output, printRecord } from '../../platform/cli/output.ts'
import { readMoment } from '../../platform/cli/timestamps.ts'
import { type OverviewContext, showOverview } from './operations/show-overview.ts'

interface Flags {
  brand?: string
  since?: string
  until?: string
  json?: boolean
}

/** Adds `overview` to a program. */
export function registerOverviewCommand(
  program: Command,
  withBrands: Opened<OverviewContext>,
  output: Output,
): void {
  addExamples(
    program
      .command('overview')
      .description('Count the warranties and leads of a period, and what needs attention now')
      .option('--brand <brand>', 'Only this brand: slug or id')
      .option('--since <time>', 'From this time on: 7d, 2026-05-01; default: 90 days ago')
      .option('--until <time>', 'Before this time; default: now')
      .option('--json', 'Print JSON'),
    'transom overview --brand harbor-craft --since 30d',
  ).action(async ({ brand, json, ...flags }: Flags) => {
    const overview = await withBrands((ctx) => {
      const now = ctx.clock.now()
      const since = readMoment('--since', flags.since, now)
      const until = readMoment('--until', flags.until, now)
      const period = { ...(brand && { brand }), ...(since && { since }), ...(until && { until }) }
      return showOverview(ctx, period)
    })
    printRecord(output, overview, { json })
  })
}
