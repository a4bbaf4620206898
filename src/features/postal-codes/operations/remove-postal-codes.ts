import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { replacePoints } from '../imports/replace-points.ts'

/**
 * Removes all imported points of a country, so that the packaged table and the geocoding service are used again.
 * Returns how many there were.
 * @throws NotFound where it has none
 */
export function removePostalCodes(
  ctx: OperationContext,
  /** ISO 3166-1 alpha-2, upper case. */
  { country }: { country: string },
): Promise<number> {
  authorize(ctx.principal, 'system:write')
  return replacePoints(ctx, { action: 'postal_codes.removed', country, points: [] })
}
