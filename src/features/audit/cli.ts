import type { Command } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples, commandGroup, numberUpTo } from '../../platform/cli/options.ts'
import type { Output } from '../../platform/cli/output.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Reader } from '../../platform/db/db.ts'
import { type Names, toLine, toListed } from './describe-entry.ts'
import { findEntries } from './queries.ts'
import { type FilterFlags, type References, readFilter } from './read-filter.ts'

/** What the trail is read with. */
export interface AuditReader {
  reader: Reader
  clock: Clock
  references: References
  names(): Promise<Names>
}

interface Flags extends FilterFlags {
  limit: number
  json?: boolean
}

const MOST = 100_000

/** Adds `audit list` to a program. */
export function registerAuditCommands(
  program: Command,
  withAudit: Opened<AuditReader>,
  { print, note }: Output,
): void {
  addExamples(
    commandGroup(program, 'audit', 'who changed what, when')
      .command('list')
      .description('what was changed, the newest first')
      .option(
        '--actor <kind[:name]>',
        'by whom: administrator, administrator:ada, user:dms@example.com, system',
      )
      .option('--action <action>', 'what was done: warranty.updated; all of a kind: warranty')
      .option(
        '--subject <kind[:name]>',
        'to what: dealer:HC-015, token:website, territory:"US 75067", user:7',
      )
      .option('--hin <hin>', 'to the warranties of this hull')
      .option('--brand <brand>', 'of this brand: slug or id')
      .option('--since <time>', 'from then on: 2026-11-21, 2026-11-21T09:30:00Z, or 90m, 24h, 7d ago')
      .option('--until <time>', 'before then')
      .option('--limit <number>', `how many, at most ${MOST}`, numberUpTo(MOST), 100)
      .option('--json', 'as JSON'),
    'transom audit list --actor administrator --since 7d',
    'transom audit list --hin HCX12345D526',
    'transom audit list --subject territory:"US 75067" --brand harbor-craft',
    "transom audit list --action token --json | jq -r '.entries[] | [.at, .actor.name, .subject.name] | @tsv'",
  ).action(async ({ limit, json, ...flags }: Flags) => {
    const entries = await withAudit(async ({ reader, clock, references, names }) => {
      const rows = await findEntries(reader, await readFilter(flags, references, clock.now()), limit)
      const known = await names()
      return rows.map((row) => toListed(row, known))
    })
    if (json) return print(JSON.stringify({ entries }))
    for (const entry of entries) print(toLine(entry))
    if (entries.length === 0) note('Nothing of the kind is recorded.')
    if (entries.length === limit) note(`These are the newest ${limit}; --limit shows more.`)
  })
}
