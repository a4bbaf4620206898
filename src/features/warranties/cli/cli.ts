import { type Command, Option } from 'commander'
import type { Opened } from '../../../platform/cli/opened.ts'
import {
  addExamples,
  addFieldOptions,
  commandGroup,
  type Field,
  readFields,
  readNumber,
} from '../../../platform/cli/options.ts'
import { NOTHING_FOUND, type Output } from '../../../platform/cli/output.ts'
import { addExportOptions, type ExportFlags, runExport } from '../../../platform/cli/run-export.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { addImportOptions, type ImportFlags, printReport } from '../../../platform/imports/print-report.ts'
import { showProgress } from '../../../platform/imports/progress.ts'
import { pickBrand } from '../../brands/index.ts'
import type { WarrantyAdministration } from '../context.ts'
import { type Correction, correctWarranty } from '../operations/correct-warranty.ts'
import { exportWarranties } from '../operations/export-warranties.ts'
import { type Find, findByAnything } from '../operations/find-warranties.ts'
import { importWarranties, readWarrantyFile } from '../operations/import-warranties.ts'
import { showWarranty } from '../operations/show-warranty.ts'
import { toRecord } from '../records/record.ts'
import { COVERAGE_TYPES, SYNC_STATUSES, WARRANTY_STATUSES } from '../schemas.ts'
import { datesLeftBehind, describeCorrection, describeFound, describeShown } from './describe-warranty.ts'

type WithWarranties = Opened<WarrantyAdministration>

const DEFAULT_LIMIT = 50

/** What `correct` may set. */
const CORRECTIONS: readonly Field[] = [
  { name: 'model', kind: 'text', about: 'the model' },
  { name: 'model_code', kind: 'text', about: "the model's code", nullable: true },
  { name: 'model_year', kind: 'text', about: 'the model year' },
  { name: 'is_used', kind: 'flag', about: 'whether the boat was sold used' },
  {
    name: 'registration_date',
    kind: 'text',
    about: 'YYYY-MM-DD; the day, too, on which the owner before gave the boat away',
  },
  {
    name: 'purchase_date',
    kind: 'text',
    about: 'YYYY-MM-DD',
    nullable: 'the registration date',
  },
  {
    name: 'warranty_start_date',
    kind: 'text',
    about: 'YYYY-MM-DD',
    nullable: "the first owner's registration date",
  },
  { name: 'warranty_duration_months', kind: 'number', about: 'from 1 to 1200', nullable: true },
  { name: 'coverage_type', kind: 'text', about: COVERAGE_TYPES.join(', '), nullable: true },
  { name: 'warranty_status', kind: 'text', about: WARRANTY_STATUSES.join(', ') },
  { name: 'warranty_notes', kind: 'text', about: 'notes', nullable: true },
  { name: 'order_number', kind: 'text', about: 'the order', nullable: true },
  { name: 'external_order_number', kind: 'text', about: "another system's order", nullable: true },
  {
    name: 'warranty_external_id',
    kind: 'text',
    about: "another system's id of the warranty",
    nullable: true,
  },
]

/** Adds `warranties find|show|correct|export|import` to a program. */
export function registerWarrantyCommands(
  program: Command,
  withWarranties: WithWarranties,
  output: Output,
): void {
  const warranties = commandGroup(program, 'warranties', 'the warranties of all brands')
  addFind(warranties, withWarranties, output)
  addShow(warranties, withWarranties, output)
  addCorrect(warranties, withWarranties, output)
  addExport(warranties, withWarranties, output)
  addImport(warranties, withWarranties, output)
}

function addFind(warranties: Command, withWarranties: WithWarranties, { print, note, exit }: Output): void {
  addExamples(
    warranties
      .command('find')
      .description('warranties by what is known of them or of their present owners, the newest first')
      .option('--hin <hin>', 'the HIN, or its beginning')
      .option('--email <address>', "the owner's")
      .option('--phone <number>', "the owner's, or a part of it; only digits count")
      .option('--name <name>', "the owner's, or a part of it")
      .option('--brand <brand>', 'the brand: slug or id')
      .addOption(new Option('--status <status>', 'the state of the warranty').choices(WARRANTY_STATUSES))
      .addOption(new Option('--sync-status <status>', 'where the CRM stands').choices(SYNC_STATUSES))
      .option('--registered-from <date>', 'YYYY-MM-DD')
      .option('--registered-to <date>', 'YYYY-MM-DD, inclusive')
      .option('--limit <number>', 'at most so many', readNumber, DEFAULT_LIMIT)
      .option('--json', 'full records, as JSON')
      .addHelpText('after', '\nExit code 2: nothing was found.'),
    'transom warranties find --email ada@example.com',
    'transom warranties find --name rivers --brand harbor-craft --registered-from 2025-01-01',
    'transom warranties find --sync-status failed --limit 1000 --json',
  ).action(async ({ limit, json, ...find }: Find & { limit: number; json?: boolean }) => {
    const found = await withWarranties(async ({ db, brands }) => {
      const known = await brands.getFresh()
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
    if (found.length > 0) return
    note('Nothing was found.')
    exit(NOTHING_FOUND)
  })
}

function addShow(warranties: Command, withWarranties: WithWarranties, output: Output): void {
  const { print } = output
  addExamples(
    warranties
      .command('show')
      .description('everything about a warranty: the record, its owners, and where its CRM stands')
      .argument('<hin>', 'the HIN')
      .option('--brand <brand>', 'slug or id, where several brands have a warranty with this HIN')
      .option('--json', 'as JSON')
      .addHelpText('after', NO_SUCH_WARRANTY),
    'transom warranties show HCX12345D526',
  ).action(async (hin: string, { brand, json }: { brand?: string; json?: boolean }) => {
    await unlessMissing(output, async () => {
      const shown = await withWarranties(async ({ db, brands }) =>
        showWarranty(db.read, await brands.getFresh(), { hin, brand }),
      )
      if (json) print(JSON.stringify(shown))
      else for (const line of describeShown(shown)) print(line)
    })
  })
}

const NO_SUCH_WARRANTY = '\nExit code 2: there is no such warranty.'

/** Does what a command is for, or says that there is no such warranty. */
async function unlessMissing({ note, exit }: Output, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'WARRANTY_NOT_FOUND')) throw error
    note(error.message)
    exit(NOTHING_FOUND)
  }
}

function addCorrect(warranties: Command, withWarranties: WithWarranties, output: Output): void {
  const { print, note } = output
  addExamples(
    addFieldOptions(
      warranties
        .command('correct')
        .description('mend what was registered or transferred by mistake; what is not given stays')
        .argument('<hin>', 'the HIN, which itself stays as it is')
        .option('--brand <brand>', 'slug or id, where several brands have a warranty with this HIN')
        .option('--owner <number>', 'whose dates these are, 1 the first; else the present one', readNumber)
        .option('--json', 'as JSON')
        .addHelpText('after', NO_SUCH_WARRANTY),
      CORRECTIONS,
    ),
    'transom warranties correct HCX12345D526 --registration-date 2026-05-01 --purchase-date none',
    'transom warranties correct HCX12345D526 --model "Tidewater 26" --order-number none',
  ).action(async (hin: string, { brand, owner, json, ...flags }: CorrectFlags) => {
    const fields = readFields(CORRECTIONS, flags) as Correction['fields']
    if (Object.keys(fields).length === 0) {
      throw new AppError('VALIDATION_ERROR', 'Say what to correct: --help lists the fields.')
    }
    await unlessMissing(output, async () => {
      const corrected = await withWarranties((ctx) => correctWarranty(ctx, { hin, brand }, { fields, owner }))
      if (json) print(JSON.stringify(corrected.after))
      else for (const line of describeCorrection(corrected)) print(line)
      for (const { name, date } of datesLeftBehind(corrected)) {
        note(`Note: ${name} is still ${date}: --${name.replaceAll('_', '-')} corrects it.`)
      }
    })
  })
}

interface CorrectFlags {
  brand?: string
  owner?: number
  json?: boolean
}

type WarrantyExportFlags = ExportFlags & { brand?: string; withHistory?: boolean }

function addExport(warranties: Command, withWarranties: WithWarranties, output: Output): void {
  addExamples(
    addExportOptions(
      warranties
        .command('export')
        .description('all warranties as of one moment, a file of any length: `import` takes it back')
        .option('--brand <brand>', 'of this brand only: slug or id')
        .option('--with-history', 'every owner with each warranty (ndjson)'),
    ),
    'transom warranties export --brand harbor-craft --output harbor-craft.csv',
    'transom warranties export --format ndjson --with-history | gzip > warranties.ndjson.gz',
  ).action(async ({ brand, withHistory = false, ...flags }: WarrantyExportFlags) => {
    const { format } = flags
    if (withHistory && format === 'csv') {
      throw new AppError('VALIDATION_ERROR', '--with-history needs --format ndjson: a CSV row has one owner.')
    }
    await withWarranties(async ({ db, brands }) => {
      const all = (await brands.getFresh()).byId.values()
      const chosen = brand === undefined ? all : [pickBrand(all, brand)]
      const list = (reader: Reader) => exportWarranties(reader, chosen, { format, withHistory })
      await runExport(db, 'Warranties', list, flags, output)
    })
  })
}

interface WarrantyImportFlags extends ImportFlags {
  brand: string
  sync: boolean
}

function addImport(warranties: Command, withWarranties: WithWarranties, output: Output): void {
  addExamples(
    addImportOptions(warranties.command('import'))
      .description("register a brand's warranties from a CSV or NDJSON file, by the rules of the interface")
      .argument('<file>', 'CSV (any that a spreadsheet saves), or .ndjson as export writes it')
      .requiredOption('--brand <brand>', 'the brand: slug or id')
      .option('--sync', "tell the brand's CRM of each")
      .option('--no-sync', 'do not: the default, as what is imported is mostly known there already')
      .addHelpText('after', '\nExit code 1: rows were faulty, or nothing was written.'),
    'transom warranties import old-system.csv --brand harbor-craft --dry-run',
    'transom warranties import old-system.csv --brand harbor-craft --map "Hull No=hin" --map "Sold=purchase_date"',
    'transom warranties import harbor-craft.ndjson --brand harbor-craft --skip-invalid --json',
  ).action(async (path: string, flags: WarrantyImportFlags) => {
    await withWarranties(async (ctx) => {
      const brand = pickBrand((await ctx.brands.getFresh()).byId.values(), flags.brand)
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
      await printReport('warranties', { path, table: file.table }, told, flags, output)
    })
  })
}
