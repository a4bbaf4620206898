import { type Command, Option } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples, commandGroup, numberUpTo } from '../../platform/cli/options.ts'
import { type Output, reportNothing, toJson } from '../../platform/cli/output.ts'
import { readMoment } from '../../platform/cli/timestamps.ts'
import { toLine } from './describe-entry.ts'
import { type AuditContext, listEntries } from './operations/list-entries.ts'

interface Flags {
  actor?: string
  action?: string
  subject?: string
  hin?: string
  brand?: string
  since?: string
  until?: string
  limit: number
  json?: boolean
}

const MOST = 100_000

/** Adds `audit list` to a program. */
export function registerAuditCommands(
  program: Command,
  withAudit: Opened<AuditContext>,
  output: Output,
): void {
  addExamples(
    commandGroup(program, 'audit', 'Show who changed what, and when')
      .command('list')
      .description('List changes, newest first')
      .option(
        '--actor <kind[:name]>',
        'Only by this actor: shell, shell:ada, user:dms@example.com, token:website, system',
      )
      .option('--action <action>', 'Only this action, or all of a kind: warranty.updated, warranty')
      .addOption(
        new Option(
          '--subject <kind[:name]>',
          'Only changes to this record: dealer:HC-015, token:website, territory:"US 75067", user:7',
        ).conflicts('hin'),
      )
      .option('--hin <hin>', 'Only warranties with this HIN')
      .option('--brand <brand>', 'Only this brand: slug or id')
      .option(
        '--since <time>',
        'Only from this time on: 2026-11-21, 2026-11-21T09:30:00Z, or 90m, 24h, 7d ago',
      )
      .option('--until <time>', 'Only before this time')
      .option('--limit <number>', `Show up to this many, at most ${MOST}`, numberUpTo(MOST), 100)
      .option('--json', 'Print JSON'),
    'transom audit list --actor shell --since 7d',
    'transom audit list --hin HCX12345D526',
    'transom audit list --subject territory:"US 75067" --brand harbor-craft',
    "transom audit list --action token --json | jq -r '.entries[] | [.at, .actor.name, .subject.name] | @tsv'",
  ).action(async ({ limit, json, ...flags }: Flags) => {
    const { items: entries, pagination } = await withAudit((ctx) => {
      const now = ctx.clock.now()
      const since = readMoment('--since', flags.since, now)
      const until = readMoment('--until', flags.until, now)
      return listEntries(ctx, { ...flags, since, until, limit })
    })
    if (json) output.print(toJson({ entries }))
    else for (const entry of entries) output.print(toLine(entry))
    if (entries.length === 0) reportNothing(output, 'changes')
    if (pagination.next_cursor !== null) output.note(`These are the newest ${limit}. --limit shows more.`)
  })
}
