import type { OperationContext } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { countImportedPoints } from './queries.ts'
import { type PostalFile, readPostalFile } from './read-postal-file.ts'
import { replacePoints } from './replace-points.ts'

/** A file of postal codes that can be imported. */
export interface PostalTable extends PostalFile {
  /** ISO 3166-1 alpha-2, upper case. */
  country: string
}

/** What came of an import. */
export interface PostalImport extends Omit<PostalTable, 'points'> {
  /** Codes with a point, now known. */
  codes: number
  /** Codes that the country had before. */
  replaced: number
  /** Whether the database holds the result. */
  written: boolean
}

/**
 * Reads what a GeoNames postal code file holds of a country.
 * @param country ISO 3166-1 alpha-2, upper case
 * @throws AppError VALIDATION_ERROR where that is no point
 */
export async function readPostalTable(lines: AsyncIterable<string>, country: string): Promise<PostalTable> {
  const file = await readPostalFile(lines, country)
  if (file.points.size === 0) throw nothingToImport(country, file)
  return { ...file, country }
}

/**
 * Replaces all imported points of a country by those of a file, in one transaction. From then on they go before
 * every other source. Lines that cannot be used are reported and left out.
 * @param dryRun report, but write nothing
 */
export async function importPostalCodes(
  ctx: OperationContext,
  { points, ...file }: PostalTable,
  { dryRun = false } = {},
): Promise<PostalImport> {
  const { country } = file
  const report = { ...file, codes: points.size, written: !dryRun }
  if (dryRun) {
    const [now] = await countImportedPoints(ctx.db.read, country)
    return { ...report, replaced: now?.codes ?? 0 }
  }
  const sorted = [...points].sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...report, replaced: await replacePoints(ctx, 'postal_codes.imported', country, sorted) }
}

function nothingToImport(country: string, { lines, issues }: PostalFile): AppError {
  const [first] = issues
  const reason = first ? ` Line ${first.line}: ${first.message}.` : ''
  const message = `None of the ${lines} lines gives a postal code of ${country} with its place; nothing was changed.`
  return new AppError('VALIDATION_ERROR', message + reason)
}
