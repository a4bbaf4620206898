import { randomUUID } from 'node:crypto'
import type { Clock, Micros } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Job } from './job.ts'
import * as queries from './queries.ts'

const LOCK = 'imports'
/** A check that ends its process this often would do so forever. */
const MOST_ATTEMPTS = 3
export const INTERRUPTED =
  'interrupted: the server stopped during the run. Nothing was imported; commit it again.'
const NEVER_ENDS = `interrupted: the check was begun ${MOST_ATTEMPTS} times, and the server stopped each time. Split the file.`

type Pending = Awaited<ReturnType<typeof queries.listPending>>[number]

/**
 * Claims the next check or run for this process. Of several runs for one brand, the later ones wait. A run whose process
 * has ended has failed; a check begins again.
 */
export async function claimJob(
  { db, clock }: { db: Db; clock: Clock },
  leaseMicros: Micros,
): Promise<Job | undefined> {
  // Most of the time there is nothing to claim.
  if (!pickNext(await queries.listPending(db.read), clock.now())) return undefined
  return db.write(async (trx) => {
    await db.lock(trx, LOCK)
    const now = clock.now()
    for (;;) {
      const next = pickNext(await queries.listPending(trx), now)
      if (!next) return undefined
      const lost = next.lease_token !== null
      const failure =
        next.state === 'running' && lost
          ? INTERRUPTED
          : next.attempts >= MOST_ATTEMPTS
            ? NEVER_ENDS
            : undefined
      if (failure !== undefined) {
        await queries.updateImport(trx, next, failedBecause(failure, now))
        continue
      }
      const leaseToken = randomUUID()
      await queries.updateImport(trx, next, {
        attempts: next.attempts + 1,
        lease_token: leaseToken,
        lease_until: now + leaseMicros,
      })
      return { id: next.id, phase: next.state === 'running' ? 'run' : 'check', leaseToken }
    }
  })
}

/** Returns the changes to an import that failed. */
export function failedBecause(reason: string, now: Micros) {
  return {
    state: 'failed',
    reason,
    lease_token: null,
    lease_until: null,
    updated_at: now,
    finished_at: now,
  } as const
}

/** Returns the import that is to be worked on, the one that has waited longest; undefined for none. */
function pickNext(pending: readonly Pending[], now: Micros): Pending | undefined {
  const inOrder = pending.toSorted((a, b) => sinceOf(a) - sinceOf(b) || a.id - b.id)
  const busyBrands = new Set(
    inOrder.filter((one) => one.state === 'running' && isHeld(one, now)).map(brandOf),
  )
  return inOrder.find((one) => {
    if (isHeld(one, now)) return false
    return one.state === 'checking' || one.lease_token !== null || !busyBrands.has(one.brand_id)
  })
}

function brandOf({ brand_id }: Pending): number {
  return brand_id
}

function sinceOf({ state, created_at, committed_at }: Pending): Micros {
  return state === 'running' ? committed_at! : created_at
}

function isHeld({ lease_until }: Pending, now: Micros): boolean {
  return lease_until !== null && lease_until > now
}
