import type { Command } from 'commander'
import { readCountry } from '../../platform/cli/country.ts'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples, commandGroup } from '../../platform/cli/options.ts'
import type { Output } from '../../platform/cli/output.ts'
import type { Terminal } from '../../platform/cli/terminal.ts'
import { readCsv } from '../../platform/imports/csv-file.ts'
import {
  addImportOptions,
  hintAtMap,
  type ImportFlags,
  printReport,
} from '../../platform/imports/print-report.ts'
import { showProgress } from '../../platform/imports/progress.ts'
import type { DealerContext } from '../dealers/index.ts'
import { importDealers } from './operations/import-dealers.ts'
import { importTerritories } from './operations/import-territories.ts'
import type { ImportInput, TableReport } from './options.ts'

type WithDealers = Opened<DealerContext>

interface Flags extends ImportFlags {
  brand: string
  country?: string
  replace?: boolean
  yes?: boolean
}

interface Import {
  noun: string
  about: string
  run(ctx: DealerContext, input: ImportInput): Promise<TableReport>
}

const IMPORTS: readonly Import[] = [
  { noun: 'dealers', about: "Create and change a brand's dealers from a CSV file", run: importDealers },
  {
    noun: 'territories',
    about: 'Assign postal codes, prefixes (331) and ranges (33101-33199) to dealers from a CSV file',
    run: importTerritories,
  },
]

/** Adds `dealers import` and `territories import` to a program. */
export function registerImportCommands(
  program: Command,
  withDealers: WithDealers,
  output: Output,
  terminal: Pick<Terminal, 'interactive' | 'ask'>,
): void {
  for (const { noun, about, run } of IMPORTS) {
    const command = commandGroup(program, noun, about).command('import').description(about)
    addExamples(
      addImportOptions(command)
        .argument('<file>', 'CSV: UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs')
        .requiredOption('--brand <brand>', 'The brand: slug or id')
        .option('--country <country>', 'Country of rows without one; default: judged by the postal code')
        .option('--replace', `Remove the brand's ${noun} that the file does not name`)
        .option('--yes', 'Remove more than a fifth of them without confirmation'),
      `transom ${noun} import ${noun}.csv --brand harbor-craft --dry-run`,
      `transom ${noun} import ${noun}.csv --brand harbor-craft --map Nummer=dealer_code --skip-invalid`,
    ).action(async (file: string, flags: Flags) => {
      if (flags.country !== undefined) readCountry(flags.country)
      const table = await readCsv(file)
      const runOnce = async (confirmed: boolean) => {
        const progress = showProgress(noun, table.rows.length)
        const input = { table, mapped: flags.map, ...modeOf(flags), confirmed, onProgress: progress.update }
        return withDealers((ctx) => run(ctx, input))
          .catch(hintAtMap)
          .finally(progress.stop)
      }
      let report = await runOnce(flags.yes ?? false)
      if (!flags.dryRun && (await isConfirmed(noun, report, terminal))) report = await runOnce(true)
      await printReport(noun, { path: file, table }, report, flags, output)
    })
  }
}

function modeOf({ brand, country, dryRun = false, skipInvalid = false, replace = false }: Flags) {
  return { brand, country, dryRun, skipInvalid, replace }
}

async function isConfirmed(
  noun: string,
  { removed, unconfirmed }: TableReport,
  { interactive, ask }: Pick<Terminal, 'interactive' | 'ask'>,
): Promise<boolean> {
  if (unconfirmed === undefined || !interactive) return false
  const question = `The import removes ${removed} of the brand's ${unconfirmed} ${noun}, which the file does not name. Continue? [y/N] `
  return /^y(es)?$/i.test(await ask(question))
}
