import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { countImportedPoints } from '../queries.ts'

/** Returns the countries whose postal codes were imported, and how many each has. */
export function listPostalCodes(ctx: OperationContext): Promise<{ country: string; codes: number }[]> {
  authorize(ctx.principal, 'system:read')
  return countImportedPoints(ctx.db.read)
}
