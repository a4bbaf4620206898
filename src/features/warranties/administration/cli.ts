import type { Writable } from 'node:stream'
import { type Command, Option } from 'commander'
import { readNumber } from '../../../platform/cli/options.ts'
import type { Output as Lines } from '../../../platform/cli/output.ts'
import { AppError } from '../../../platform/errors.ts'
import { showProgress } from '../../../platform/imports/progress.ts'
import { addImportOptions, type ImportFlags, tellReport } from '../../../platform/imports/tell-report.ts'
import { type Write, writeFileWhole, writeTo } from '../../../platform/write-output.ts'
import { findBrand } from '../../brands/index.ts'
import type { WarrantyAdministration } from '../context.ts'
import { toRecord } from '../record.ts'
import { SYNC_STATUSES, WARRANTY_STATUSES } from '../schemas.ts'
import { describeFound, describeShown } from './describe-warranty.ts'
import { type ExportOptions, exportWarranties } from './export-warranties.ts'
import { type Find, findByAnything } from './find-warranties.ts'
import { importWarranties, readWarrantyFile } from './import-warranties.ts'
import { showWarranty } from './show-warranty.ts'

/** Runs work on the open, migrated database, and closes it. */
type WithWarranties = <T>(work: (ctx: WarrantyAdministration) => Promise<T>) => Promise<T>

interface Output extends Lines {
  /** Where an export without a file goes. */
  stdout: Writable
}

const NOTHING_FOUND = 2
const DEFAULT_LIMIT = 50

/** Adds `warranties find|show|export|import` to a program. */
export function registerWarrantyCommands(
  program: Command,
  withWarranties: WithWarranties,
  output: Output,
): void {
  const warranties = program.command('warranties').description('the warranties of all brands')
  addFind(warranties, withWarranties, output)
  addShow(warranties, withWarranties, output)
  addExport(warranties, withWarranties, output)
  addImport(warranties, withWarranties, output)
}

function addFind(warranties: Command, withWarranties: WithWarranties, { print, note }: Output): void {
  warranties
    .command('find')
    .description('warranties by what is known of them or of their present owners, the newest first')
    .option('--hin <hin>', 'the HIN, or its beginning')
    .option('--email <address>', "the owner's")
    .option('--phone <number>', "the owner's, or a part of it; only digits count")
    .option('--name <name>', "the owner's, or a part of it")
    .option('--brand <slug>', 'the brand')
    .addOption(new Option('--status <status>', 'the state of the warranty').choices(WARRANTY_STATUSES))
    .addOption(new Option('--sync-status <status>', 'where the CRM stands').choices(SYNC_STATUSES))
    .option('--registered-from <date>', 'YYYY-MM-DD')
    .option('--registered-to <date>', 'YYYY-MM-DD, inclusive')
    .option('--limit <number>', 'at most so many', readNumber, DEFAULT_LIMIT)
    .option('--json', 'full records, as JSON')
    .addHelpText(
      'after',
      `
Exit code 2: nothing was found.

Examples:
  transom warranties find --email ada@example.com
  transom warranties find --name rivers --brand harbor-craft --registered-from 2025-01-01
  transom warranties find --sync-status failed --limit 1000 --json`,
    )
    .action(async ({ limit, json, ...find }: Find & { limit: number; json?: boolean }) => {
      const found = await withWarranties(async ({ db, brands }) => {
        const known = await brands.current()
        // One more than asked for tells whether there are others.
        const rows = await findByAnything(db.read, known, find, limit + 1)
        return rows.map((row) => {
          const brand = known.byId.get(row.brand_id)!
          return { brand: brand.slug, ...toRecord(row, brand.name) }
        })
      })
      const shown = found.slice(0, limit)
      if (json) print(JSON.stringify(shown))
      else for (const line of describeFound(shown)) print(line)
      if (found.length > limit) note(`There are more than ${limit}: --limit shows more.`)
      if (found.length === 0) {
        note('Nothing was found.')
        process.exitCode = NOTHING_FOUND
      }
    })
}

function addShow(warranties: Command, withWarranties: WithWarranties, { print }: Output): void {
  warranties
    .command('show')
    .description('everything about a warranty: the record, its owners, and where its CRM stands')
    .argument('<hin>', 'the HIN')
    .option('--brand <slug>', 'the brand, where several have a warranty with this HIN')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Exit code 2: there is no such warranty.

Examples:
  transom warranties show HCX12345D526`,
    )
    .action(async (hin: string, { brand, json }: { brand?: string; json?: boolean }) => {
      try {
        const shown = await withWarranties(async ({ db, brands }) =>
          showWarranty(db.read, await brands.current(), hin, brand),
        )
        if (json) print(JSON.stringify(shown))
        else for (const line of describeShown(shown)) print(line)
      } catch (error) {
        if (error instanceof AppError && error.code === 'WARRANTY_NOT_FOUND') process.exitCode = NOTHING_FOUND
        throw error
      }
    })
}

interface ExportFlags {
  format: ExportOptions['format']
  brand?: string
  output?: string
  withHistory?: boolean
  json?: boolean
}

function addExport(
  warranties: Command,
  withWarranties: WithWarranties,
  { print, note, stdout }: Output,
): void {
  warranties
    .command('export')
    .description('all warranties as of one moment, a file of any length: `import` takes it back')
    .addOption(
      new Option('--format <format>', 'CSV (RFC 4180), or a JSON record a line')
        .choices(['csv', 'ndjson'])
        .default('csv'),
    )
    .option('--brand <slug>', 'of this brand only')
    .option('--output <file>', 'in place of standard output; there once it is whole, for your eyes only')
    .option('--with-history', 'every owner with each warranty (ndjson)')
    .option('--json', 'with --output: say what was done as JSON')
    .addHelpText(
      'after',
      `
Examples:
  transom warranties export --brand harbor-craft --output harbor-craft.csv
  transom warranties export --format ndjson --with-history | gzip > warranties.ndjson.gz`,
    )
    .action(async ({ format, brand, output: file, withHistory = false, json }: ExportFlags) => {
      if (withHistory && format === 'csv') {
        throw new AppError(
          'VALIDATION_ERROR',
          '--with-history needs --format ndjson: a CSV row has one owner.',
        )
      }
      if (json && !file) {
        throw new AppError('VALIDATION_ERROR', '--json needs --output: standard output is the export itself.')
      }
      const written = await withWarranties(async ({ db, brands }) => {
        const chosen =
          brand === undefined ? (await brands.current()).byId.values() : [await findBrand(brands, brand)]
        const produce = (write: Write) =>
          db.snapshot(async (reader) => {
            let count = 0
            for await (const { text, rows } of exportWarranties(reader, chosen, { format, withHistory })) {
              if (!(await write(text))) break
              count += rows
            }
            return count
          })
        return file ? writeFileWhole(file, produce) : writeTo(stdout, produce)
      })
      if (json) print(JSON.stringify({ written, file }))
      else if (file) note(`Warranties written to ${file}: ${written}.`)
    })
}

interface WarrantyImportFlags extends ImportFlags {
  brand: string
  sync: boolean
}

function addImport(warranties: Command, withWarranties: WithWarranties, output: Output): void {
  addImportOptions(warranties.command('import'))
    .description("register a brand's warranties from a CSV or NDJSON file, by the rules of the interface")
    .argument('<file>', 'CSV (any that a spreadsheet saves), or .ndjson as export writes it')
    .requiredOption('--brand <slug>', 'the brand')
    .option('--sync', "tell the brand's CRM of each")
    .option('--no-sync', 'do not: the default, as what is imported is mostly known there already')
    .addHelpText(
      'after',
      `
Exit code 1: rows were faulty, or nothing was written.

Examples:
  transom warranties import old-system.csv --brand harbor-craft --dry-run
  transom warranties import old-system.csv --brand harbor-craft --map "Hull No=hin" --map "Sold=purchase_date"
  transom warranties import harbor-craft.ndjson --brand harbor-craft --skip-invalid --json`,
    )
    .action(async (path: string, flags: WarrantyImportFlags) => {
      await withWarranties(async (ctx) => {
        const brand = await findBrand(ctx.brands, flags.brand)
        const file = await readWarrantyFile(path, flags.map, brand)
        const progress = showProgress('warranties', file.rows.length)
        const report = await importWarranties(ctx, file, {
          brand,
          sync: flags.sync === true,
          dryRun: flags.dryRun ?? false,
          skipInvalid: flags.skipInvalid ?? false,
          onProgress: progress.update,
        }).finally(progress.stop)
        const told = { ignored: file.ignored, ...report }
        await tellReport('warranties', { path, table: file.table }, told, flags, output)
      })
    })
}
