import type { Writable } from 'node:stream'
import { type Command, Option } from 'commander'
import { readNumber } from '../../../platform/cli/options.ts'
import type { Output as Lines } from '../../../platform/cli/output.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Write, writeFileWhole, writeTo } from '../../../platform/write-output.ts'
import { holdBrands } from '../../brands/index.ts'
import { describeFound, describeShown } from './describe-lead.ts'
import { exportLeads, type Format } from './export-leads.ts'
import { type Find, newestLeads } from './find-leads.ts'
import { showLead } from './show-lead.ts'

/** Runs work on the open, migrated database, and closes it. */
type WithDb = <T>(work: (db: Db) => Promise<T>) => Promise<T>

interface Output extends Lines {
  exit(code: number): void
  /** Where an export without a file goes. */
  stdout: Writable
}

const NOTHING_FOUND = 2
const DEFAULT_LIMIT = 50

/** Adds `leads list|show|export` to a program. */
export function registerLeadCommands(program: Command, withDb: WithDb, output: Output): void {
  const leads = program.command('leads').description('the leads of all brands')
  addList(leads, withDb, output)
  addShow(leads, withDb, output)
  addExport(leads, withDb, output)
}

function addList(leads: Command, withDb: WithDb, { print, note, exit }: Output): void {
  addFilters(leads.command('list').description('the newest leads'))
    .option('--limit <number>', 'at most so many', readNumber, DEFAULT_LIMIT)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Exit code 2: nothing was found.

Examples:
  transom leads list
  transom leads list --brand harbor-craft --category trade_in --since 2026-05-01 --json`,
    )
    .action(async ({ limit, json, ...find }: Find & { limit: number; json?: boolean }) => {
      const found = await withDb(async (db) =>
        // One more than asked for tells whether there are others.
        newestLeads(db.read, await holdBrands(db).current(), find, limit + 1),
      )
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
  leads
    .command('show')
    .description('a lead: what it says, its dealer and why, the evidence of consent, and its deliveries')
    .argument('<id>', 'its id, as list shows it')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Exit code 2: there is no such lead.

Examples:
  transom leads show 17`,
    )
    .action(async (id: string, { json }: { json?: boolean }) => {
      try {
        const shown = await withDb(async (db) =>
          showLead(db.read, await holdBrands(db).current(), readNumber(id)),
        )
        if (json) print(JSON.stringify(shown))
        else for (const line of describeShown(shown)) print(line)
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
        note(error.message)
        exit(NOTHING_FOUND)
      }
    })
}

interface ExportFlags extends Find {
  format: Format
  limit?: number
  output?: string
  json?: boolean
}

function addExport(leads: Command, withDb: WithDb, { print, note, stdout }: Output): void {
  addFilters(leads.command('export').description('leads as of one moment, brand by brand, the oldest first'))
    .addOption(
      new Option('--format <format>', 'CSV (RFC 4180), or a JSON record a line')
        .choices(['csv', 'ndjson'])
        .default('csv'),
    )
    .option('--limit <number>', 'at most so many', readNumber)
    .option('--output <file>', 'in place of standard output; there once it is whole, for your eyes only')
    .option('--json', 'with --output: say what was done as JSON')
    .addHelpText(
      'after',
      `
Cells that a spreadsheet would take for a formula begin with a quote.

Examples:
  transom leads export --brand harbor-craft --since 2026-05-01 --until 2026-06-01 --output may.csv
  transom leads export --format ndjson | gzip > leads.ndjson.gz`,
    )
    .action(async ({ format, limit, output: file, json, ...find }: ExportFlags) => {
      if (json && !file) {
        throw new AppError('VALIDATION_ERROR', '--json needs --output: standard output is the export itself.')
      }
      const written = await withDb(async (db) => {
        const brands = await holdBrands(db).current()
        const produce = (write: Write) =>
          db.snapshot(async (reader) => {
            let count = 0
            for await (const { text, rows } of exportLeads(reader, brands, find, { format, limit })) {
              if (!(await write(text))) break
              count += rows
            }
            return count
          })
        return file ? writeFileWhole(file, produce) : writeTo(stdout, produce)
      })
      if (json) print(JSON.stringify({ written, file }))
      else if (file) note(`Leads written to ${file}: ${written}.`)
    })
}

function addFilters(command: Command): Command {
  return command
    .option('--brand <slug>', 'of this brand')
    .option('--category <category>', 'of this contact_category')
    .option('--since <time>', 'received from then on: a date (UTC), or a time with its zone')
    .option('--until <time>', 'received before then')
}
