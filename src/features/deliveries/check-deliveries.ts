import { type Finding, fault, warning, warningsOr } from '../../platform/check.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Reader } from '../../platform/db/db.ts'
import { countFailed, countLate } from './check-queries.ts'

const MINUTE = 60_000_000
const OVERDUE = 5 * MINUTE
const OLD = 60 * MINUTE

/** Deliveries that failed for good, that nobody works off, or that have been tried for long. */
export async function checkDeliveries(reader: Reader, clock: Clock): Promise<Finding[]> {
  const now = clock.now()
  const failed = await countFailed(reader)
  const { overdue, old } = await countLate(reader, { due: now - OVERDUE, created: now - OLD })
  const groups = failed.map(({ slug, kind, count }) => `${count} ${kind} of ${slug}`).join(', ')
  return warningsOr(
    [
      failed.length > 0 &&
        warning(
          `Given up: ${groups}.`,
          '`transom deliveries list --failed` says why; mend it, then `transom deliveries retry --all-failed`.',
        ),
      overdue > 0 &&
        fault(
          `${overdue} should have been sent more than five minutes ago: nobody works them off.`,
          'Start a server or `transom work`. Where one runs, see `transom deliveries stats`, its log and the clocks.',
        ),
      old > 0 &&
        warning(
          `${old} could not be delivered for more than an hour; they are tried for a day.`,
          '`transom deliveries list` says why.',
        ),
    ],
    'None waits for long, none was given up.',
  )
}
