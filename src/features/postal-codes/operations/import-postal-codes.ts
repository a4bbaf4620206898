import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import type { PostalFile } from '../imports/read-postal-file.ts'
import { replacePoints } from '../imports/replace-points.ts'
import { countImportedPoints } from '../queries.ts'

/** The result of an import. */
export interface PostalImport extends Omit<PostalFile, 'points'> {
  /** Codes with a point, now known. */
  codes: number
  /** Codes that the country had before. */
  replaced: number
  /** Whether the database holds the result. */
  written: boolean
}

/**
 * Replaces all imported points of a country by those of a file. They go before every other source.
 * @param dryRun report, but write nothing
 */
export async function importPostalCodes(
  ctx: OperationContext,
  { file, dryRun = false }: { file: PostalFile; dryRun?: boolean },
): Promise<PostalImport> {
  authorize(ctx.principal, 'system:write')
  const { points, ...counts } = file
  const report = { ...counts, codes: points.size, written: !dryRun }
  if (dryRun) {
    const [now] = await countImportedPoints(ctx.db.read, file.country)
    return { ...report, replaced: now?.codes ?? 0 }
  }
  const sorted = [...points].sort(([a], [b]) => (a < b ? -1 : 1))
  const replacement = { action: 'postal_codes.imported', country: file.country, points: sorted } as const
  return { ...report, replaced: await replacePoints(ctx, replacement) }
}
