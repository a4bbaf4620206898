import { type FileHandle, open } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples } from '../../platform/cli/options.ts'
import type { Output } from '../../platform/cli/output.ts'
import { AppError } from '../../platform/errors.ts'
import { unreadable } from '../../platform/files.ts'
import type { Audited } from '../audit/index.ts'
import { importPostalCodes, type PostalImport } from './import-postal-codes.ts'

/**
 * Adds `postal-codes import FILE --country XX [--dry-run] [--json]` to a program. A file that cannot be
 * used throws AppError.
 */
export function registerPostalCommands(
  program: Command,
  withAudited: Opened<Audited>,
  { print }: Output,
): void {
  const command = program
    .command('postal-codes')
    .description('where postal codes are')
    .command('import')
    .description("replace a country's postal codes by those of a GeoNames postal code file")
    .argument('<file>', "GeoNames' tab-separated text file, unpacked (download.geonames.org/export/zip)")
    .requiredOption('--country <code>', 'the country to take from the file: ISO 3166-1 alpha-2, such as DE')
    .option('--dry-run', 'check and report only')
    .option('--json', 'report as one line of JSON')
  addExamples(
    command,
    'transom postal-codes import DE.txt --country DE --dry-run',
    'transom postal-codes import DE.txt --country DE',
  ).action(async (file: string, options: { country: string; dryRun?: boolean; json?: boolean }) => {
    const dryRun = options.dryRun ?? false
    const report = await readLines(file, (lines) =>
      withAudited((ctx) => importPostalCodes(ctx, { lines, country: options.country, dryRun })),
    )
    if (options.json) print(JSON.stringify(report))
    else for (const line of describe(report)) print(line)
  })
}

async function readLines<T>(file: string, work: (lines: AsyncIterable<string>) => Promise<T>): Promise<T> {
  if (/\.(zip|gz)$/i.test(file)) {
    throw new AppError('VALIDATION_ERROR', `${file} is packed: unpack it and give the text file in it.`)
  }
  const handle = await open(file).catch((cause: unknown) => {
    throw unreadable(file, cause)
  })
  try {
    if ((await handle.stat()).isDirectory()) throw unreadable(file, 'it is a folder')
    return await work(linesOf(handle))
  } finally {
    await handle.close()
  }
}

/** Reads nothing before it is asked to: lines that come while nobody listens yet, the database being opened, are lost. */
async function* linesOf(handle: FileHandle): AsyncGenerator<string> {
  yield* handle.readLines()
}

const FOLLOW = 'Dealers that stand at one of them move there when they are next imported, applied or updated.'

function describe(report: PostalImport): string[] {
  const { country, codes, lines, skipped, faulty, faults, replaced } = report
  const counted = `${country}: ${codes} postal codes in ${lines} lines`
  const elsewhere =
    skipped > 0 ? `, ${skipped} lines of other countries or the military post passed over` : ''
  const done = replaced === null ? 'Dry run: nothing was written.' : `They replace ${replaced} codes.`
  const hidden = faulty - faults.length
  return [
    `${counted}${elsewhere}. ${done}`,
    ...(replaced === null ? [] : [FOLLOW]),
    ...faults.map(({ line, message }) => `Line ${line} left out: ${message}`),
    ...(hidden > 0 ? [`${hidden} more lines left out.`] : []),
  ]
}
