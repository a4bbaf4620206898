import type { Command } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples, commandGroup, readNumber } from '../../platform/cli/options.ts'
import { NOTHING_FOUND, type Output } from '../../platform/cli/output.ts'
import { addExportOptions, type ExportFlags, runExport } from '../../platform/cli/run-export.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { holdBrands } from '../brands/index.ts'
import { describeFound, describeShown } from './format.ts'
import { exportLeads } from './operations/export-leads.ts'
import { type FindFlags, newestLeads, readFind } from './operations/list-leads.ts'
import { showLead } from './operations/show-lead.ts'

type WithDb = Opened<{ db: Db; clock: Clock }>

const DEFAULT_LIMIT = 50

/** Adds `leads list|show|export` to a program. */
export function registerLeadCommands(program: Command, withDb: WithDb, output: Output): void {
  const leads = commandGroup(program, 'leads', 'the leads of all brands')
  addList(leads, withDb, output)
  addShow(leads, withDb, output)
  addExport(leads, withDb, output)
}

function addList(leads: Command, withDb: WithDb, { print, note, exit }: Output): void {
  addExamples(
    addFilters(leads.command('list').description('the newest leads'))
      .option('--limit <number>', 'at most so many', readNumber, DEFAULT_LIMIT)
      .option('--json', 'as JSON')
      .addHelpText('after', '\nExit code 2: nothing was found.'),
    'transom leads list',
    'transom leads list --brand harbor-craft --category trade_in --since 2026-05-01 --json',
  ).action(async ({ limit, json, ...flags }: FindFlags & { limit: number; json?: boolean }) => {
    const found = await withDb(async ({ db, clock }) => {
      const find = readFind(await holdBrands(db).getFresh(), flags, clock.now())
      // One more than asked for tells whether there are others.
      return newestLeads(db.read, find, limit + 1)
    })
    const shown = found.slice(0, limit)
    if (json) print(JSON.stringify(shown))
    else for (const line of describeFound(shown)) print(line)
    if (found.length > limit) note(`There are more than ${limit}: --limit shows more.`)
    if (found.length > 0) return
    note('Nothing was found.')
    exit(NOTHING_FOUND)
  })
}

function addShow(leads: Command, withDb: WithDb, { print, note, exit }: Output): void {
  addExamples(
    leads
      .command('show')
      .description('a lead: what it says, its dealer and why, the evidence of consent, and its deliveries')
      .argument('<id>', 'its id, as list shows it', readNumber)
      .option('--json', 'as JSON')
      .addHelpText('after', '\nExit code 2: there is no such lead.'),
    'transom leads show 17',
  ).action(async (id: number, { json }: { json?: boolean }) => {
    try {
      const shown = await withDb(async ({ db }) => showLead(db.read, await holdBrands(db).getFresh(), id))
      if (json) print(JSON.stringify(shown))
      else for (const line of describeShown(shown)) print(line)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
      note(error.message)
      exit(NOTHING_FOUND)
    }
  })
}

function addExport(leads: Command, withDb: WithDb, output: Output): void {
  addExamples(
    addExportOptions(
      addFilters(
        leads.command('export').description('leads as of one moment, brand by brand, the oldest first'),
      ).option('--limit <number>', 'at most so many', readNumber),
    ).addHelpText('after', '\nCells that a spreadsheet would take for a formula begin with a quote.'),
    'transom leads export --brand harbor-craft --since 2026-05-01 --until 2026-06-01 --output may.csv',
    'transom leads export --format ndjson | gzip > leads.ndjson.gz',
  ).action(async (flags: ExportFlags & FindFlags & { limit?: number }) => {
    await withDb(async ({ db, clock }) => {
      const find = readFind(await holdBrands(db).getFresh(), flags, clock.now())
      await runExport(db, 'Leads', (reader) => exportLeads(reader, find, flags), flags, output)
    })
  })
}

function addFilters(command: Command): Command {
  return command
    .option('--brand <brand>', 'of this brand: slug or id')
    .option('--category <category>', 'of this contact_category')
    .option('--since <time>', 'received since: 30m, 2h, 7d, 2026-05-01, 2026-05-01T12:00:00Z')
    .option('--until <time>', 'received before then')
}
