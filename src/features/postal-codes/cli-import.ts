import { open } from 'node:fs/promises'
import type { Command } from 'commander'
import { readCountry } from '../../platform/cli/country.ts'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples } from '../../platform/cli/options.ts'
import { type Output, toJson } from '../../platform/cli/output.ts'
import type { OperationContext } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { unreadable } from '../../platform/files.ts'
import { readPostalFile } from './imports/read-postal-file.ts'
import { importPostalCodes, type PostalImport } from './operations/import-postal-codes.ts'

/** Adds `import FILE --country XX [--dry-run] [--json]` to a command. */
export function addImport(
  group: Command,
  withAudited: Opened<OperationContext>,
  withFirstAudited: Opened<OperationContext>,
  { print }: Output,
): void {
  const command = group
    .command('import')
    .description("Replace a country's postal codes with those of a GeoNames file")
    .argument('<file>', "GeoNames' tab-separated text file, unpacked (download.geonames.org/export/zip)")
    .requiredOption('--country <country>', 'Country to take from the file: code or English name', readCountry)
    .option('--dry-run', 'Check and report only')
    .option('--json', 'Report as one line of JSON')
  addExamples(
    command,
    'transom postal-codes import DE.txt --country DE --dry-run',
    'transom postal-codes import DE.txt --country DE',
  ).action(async (file: string, options: { country: string; dryRun?: boolean; json?: boolean }) => {
    const { country, dryRun = false, json } = options
    // Before the database is opened, which makes one where there is none.
    const codes = await readLines(file, (lines) => readPostalFile(lines, country))
    const opened = dryRun ? withAudited : withFirstAudited
    const report = await opened((ctx) => importPostalCodes(ctx, { file: codes, dryRun }))
    if (json) print(toJson(report))
    else for (const line of describe(report)) print(line)
  })
}

async function readLines<T>(file: string, work: (lines: AsyncIterable<string>) => Promise<T>): Promise<T> {
  if (/\.(zip|gz)$/i.test(file)) {
    throw new AppError('VALIDATION_ERROR', `${file} is packed. Unpack it and give the text file in it.`)
  }
  const handle = await open(file).catch((cause: unknown) => {
    throw unreadable(file, cause)
  })
  try {
    if ((await handle.stat()).isDirectory()) throw unreadable(file, 'it is a folder')
    return await work(handle.readLines())
  } finally {
    await handle.close()
  }
}

const FOLLOW = 'Dealers placed at one of them move when they are next imported, applied or updated.'

function describe(report: PostalImport): string[] {
  const { country, codes, lines, skipped, faulty, issues, replaced, written } = report
  const counted = `${country}: ${codes} postal codes in ${lines} lines`
  const elsewhere = skipped > 0 ? `, ${skipped} lines of other countries or the military post skipped` : ''
  const done = written
    ? `They replace ${replaced} codes.`
    : `Dry run: nothing was written. They would replace ${replaced} codes.`
  const hidden = faulty - issues.length
  return [
    `${counted}${elsewhere}. ${done}`,
    ...(written ? [FOLLOW] : []),
    ...issues.map(({ line, message }) => `Line ${line} skipped: ${message}`),
    ...(hidden > 0 ? [`${hidden} more lines skipped.`] : []),
  ]
}
