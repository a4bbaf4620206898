import { type Finding, problem, someOf, warning, warningsOr } from '../../../platform/check.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { findTried, listFailed, listOld, listOverdue } from '../queries/check-queries.ts'
import { receiverKey } from '../worker/receiver-limits.ts'

const MINUTE = 60_000_000
/** Several times the longest pause of a receiver that is down, which is a minute. */
const OVERDUE = 5 * MINUTE
const OLD = 60 * MINUTE

/** Finds deliveries that failed, that no worker sends, that wait for their receiver, or that are pending for long. */
export async function checkDeliveries(reader: Reader, clock: Clock): Promise<Finding[]> {
  const now = clock.now()
  const failed = await listFailed(reader)
  const overdue = await listOverdue(reader, now - OVERDUE)
  const tried = new Set((overdue.length > 0 ? await findTried(reader, now - OVERDUE) : []).map(receiverKey))
  const waiting = overdue.filter((target) => tried.has(receiverKey(target)))
  const left = overdue.filter((target) => !tried.has(receiverKey(target)))
  const old = await listOld(reader, now - OLD)
  return warningsOr(
    [
      failed.length > 0 &&
        warning(
          `Failed: ${describe(failed)}.`,
          '`transom deliveries list --failed` shows why. Fix the cause, then run `transom deliveries retry --all-failed`.',
          idsOf(failed),
        ),
      left.length > 0 &&
        problem(
          `${describe(left)} should have been sent more than five minutes ago, but no worker sends them.`,
          'Start a server or `transom work`. If one runs, check `transom deliveries stats`, its log and the clocks.',
          idsOf(left),
        ),
      waiting.length > 0 &&
        warning(
          `${describe(waiting)} wait for a receiver that is slow or down.`,
          '`transom deliveries stats` shows the state of each receiver.',
          idsOf(waiting),
        ),
      old.length > 0 &&
        warning(
          `${describe(old)} could not be delivered for more than an hour. Attempts continue for a day.`,
          '`transom deliveries list` shows why.',
          idsOf(old),
        ),
    ],
    'None has failed or waited for long.',
  )
}

type Listed = Awaited<ReturnType<typeof listOverdue>>

/** Returns the number by kind and brand, and the first ids. */
function describe(deliveries: Listed): string {
  const groups = Map.groupBy(deliveries, ({ slug, kind }) => `${kind} of ${slug}`)
  return [...groups].map(([target, some]) => `${some.length} ${target} (${someOf(idsOf(some))})`).join(', ')
}

function idsOf(deliveries: Listed): string[] {
  return deliveries.map(({ id }) => String(id))
}
