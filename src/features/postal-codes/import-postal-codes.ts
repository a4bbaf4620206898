import { bump } from '../../platform/db/held.ts'
import { AppError } from '../../platform/errors.ts'
import { isCountryCode } from '../../platform/validate.ts'
import { type Audited, recordAudit } from '../audit/index.ts'
import { IMPORTED_POINTS } from './imported-points.ts'
import { replaceImportedPoints } from './queries.ts'
import { type PostalFile, readPostalFile } from './read-postal-file.ts'

interface Input {
  /** The lines of a GeoNames postal code file. */
  lines: AsyncIterable<string>
  /** ISO 3166-1 alpha-2, in either case. */
  country: string
  /** Read and report, but write nothing. */
  dryRun: boolean
}

/** What came of an import. */
export interface PostalImport extends Omit<PostalFile, 'points'> {
  country: string
  /** Codes with a point, now known. */
  codes: number
  /** Codes that the country had before; null in a dry run. */
  replaced: number | null
}

/**
 * Replaces all imported points of a country by those of a file, in one transaction. From then on they go before
 * every other source. Lines that cannot be used are reported and left out.
 * @throws AppError VALIDATION_ERROR for an unknown country, and where the file holds no point of it
 */
export async function importPostalCodes(
  { db, clock, actor }: Audited,
  { lines, country, dryRun }: Input,
): Promise<PostalImport> {
  if (!isCountryCode(country)) {
    throw new AppError('VALIDATION_ERROR', `"${country}" is no ISO 3166-1 alpha-2 country code, such as DE.`)
  }
  const code = country.toUpperCase()
  const { points, ...report } = await readPostalFile(lines, code)
  if (points.size === 0) throw nothingToImport(code, report)
  const sorted = [...points].sort(([a], [b]) => (a < b ? -1 : 1))
  const replaced = dryRun
    ? null
    : await db.write(async (trx) => {
        await bump(db, trx, IMPORTED_POINTS)
        const replaced = await replaceImportedPoints(trx, code, sorted)
        await recordAudit(trx, [
          {
            at: clock.now(),
            actor,
            action: 'postal_codes.imported',
            subject: { id: null, name: code },
            brandId: null,
            change: { before: { codes: replaced }, after: { codes: points.size } },
          },
        ])
        return replaced
      })
  return { ...report, country: code, codes: points.size, replaced }
}

function nothingToImport(country: string, { lines, faults }: Omit<PostalFile, 'points'>): AppError {
  const [first] = faults
  const reason = first ? ` Line ${first.line}: ${first.message}.` : ''
  const message = `None of the ${lines} lines gives a postal code of ${country} with its place; nothing was changed.`
  return new AppError('VALIDATION_ERROR', message + reason)
}
