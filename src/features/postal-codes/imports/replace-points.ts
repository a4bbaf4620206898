import type { OperationContext } from '../../../platform/context.ts'
import { invalidate } from '../../../platform/db/cached.ts'
import { NotFound } from '../../../platform/errors.ts'
import { type AuditEntry, recordAudit } from '../../audit/index.ts'
import type { Point } from '../point.ts'
import { replaceImportedPoints } from '../queries.ts'
import { IMPORTED_POINTS } from './imported-points.ts'

interface Replacement {
  action: AuditEntry['action']
  country: string
  /** In the order of their keys. */
  points: readonly (readonly [key: string, point: Point])[]
}

/**
 * Replaces all imported points of a country in one transaction, with an audit entry. Returns how many it had.
 * @throws NotFound where it had none and is to have none
 */
export function replacePoints(
  { db, clock, principal }: OperationContext,
  { action, country, points }: Replacement,
): Promise<number> {
  return db.write(async (trx) => {
    await invalidate(db, trx, IMPORTED_POINTS)
    const replaced = await replaceImportedPoints(trx, country, points)
    if (replaced + points.length === 0) {
      throw new NotFound(
        'NOT_FOUND',
        `There are no imported postal codes of ${country}. Nothing was changed.`,
      )
    }
    await recordAudit(trx, [
      {
        at: clock.now(),
        principal,
        action,
        subject: { id: null, name: country },
        brandId: null,
        change: { before: { codes: replaced }, after: { codes: points.length } },
      },
    ])
    return replaced
  })
}
