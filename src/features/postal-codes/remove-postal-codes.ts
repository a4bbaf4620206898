import type { OperationContext } from '../../platform/context.ts'
import { replacePoints } from './replace-points.ts'

/**
 * Removes all imported points of a country, so that the packaged table and the geocoding service count again. Returns
 * how many there were.
 * @param country ISO 3166-1 alpha-2, upper case
 * @throws AppError NOT_FOUND where it has none
 */
export function removePostalCodes(ctx: OperationContext, country: string): Promise<number> {
  return replacePoints(ctx, 'postal_codes.removed', country, [])
}
