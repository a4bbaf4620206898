import { type Finding, problem, warning, warningsOr } from '../../../platform/check.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { countFailed, countOld, countOverdue, findTried } from '../queries/check-queries.ts'
import { receiverKey } from '../worker/receiver-limits.ts'

const MINUTE = 60_000_000
/** Several times as long as a receiver that is down, or asks for it, is left alone: a minute at most. */
const OVERDUE = 5 * MINUTE
const OLD = 60 * MINUTE

/** Deliveries that failed for good, that nobody works off, that wait for their receiver or have been tried for long. */
export async function checkDeliveries(reader: Reader, clock: Clock): Promise<Finding[]> {
  const now = clock.now()
  const failed = await countFailed(reader)
  const overdue = await countOverdue(reader, now - OVERDUE)
  const tried = new Set((overdue.length > 0 ? await findTried(reader, now - OVERDUE) : []).map(receiverKey))
  const waiting = overdue.filter((target) => tried.has(receiverKey(target)))
  const left = overdue.filter((target) => !tried.has(receiverKey(target)))
  const old = await countOld(reader, now - OLD)
  return warningsOr(
    [
      failed.length > 0 &&
        warning(
          `Given up: ${list(failed)}.`,
          '`transom deliveries list --failed` says why; mend it, then `transom deliveries retry --all-failed`.',
        ),
      left.length > 0 &&
        problem(
          `${list(left)} should have been sent more than five minutes ago: nobody works them off.`,
          'Start a server or `transom work`. Where one runs, see `transom deliveries stats`, its log and the clocks.',
        ),
      waiting.length > 0 &&
        warning(
          `${list(waiting)} wait for a receiver that is slow or down.`,
          '`transom deliveries stats` says how it does.',
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

function list(targets: Awaited<ReturnType<typeof countOverdue>>): string {
  return targets.map(({ slug, kind, count }) => `${count} ${kind} of ${slug}`).join(', ')
}
