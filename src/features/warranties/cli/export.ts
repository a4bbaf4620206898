import type { Command } from 'commander'
import type { Opened } from '../../../platform/cli/opened.ts'
import { addExamples } from '../../../platform/cli/options.ts'
import type { Output } from '../../../platform/cli/output.ts'
import { addExportOptions, type ExportFlags, runExport } from '../../../platform/cli/run-export.ts'
import { AppError } from '../../../platform/errors.ts'
import type { WarrantyContext } from '../context.ts'
import { exportWarranties } from '../operations/export-warranties.ts'

type Flags = ExportFlags & { brand?: string; withHistory?: boolean }

export function addExport(
  warranties: Command,
  withWarranties: Opened<WarrantyContext>,
  output: Output,
): void {
  addExamples(
    addExportOptions(
      warranties
        .command('export')
        .description('Export all warranties as of one moment, to a file that `import` reads')
        .option('--brand <brand>', 'Slug or id of the only brand to export')
        .option('--with-history', 'Add every owner to each warranty (ndjson only)'),
    ),
    'transom warranties export --brand harbor-craft --output harbor-craft.csv',
    'transom warranties export --format ndjson --with-history | gzip > warranties.ndjson.gz',
  ).action(async ({ brand, withHistory = false, ...flags }: Flags) => {
    const { format } = flags
    if (withHistory && format === 'csv') {
      throw new AppError('VALIDATION_ERROR', '--with-history needs --format ndjson: a CSV row has one owner.')
    }
    await withWarranties(async (ctx) => {
      const listParts = await exportWarranties(ctx, { brand, format, withHistory })
      await runExport(ctx.db, 'Warranties', listParts, flags, output)
    })
  })
}
