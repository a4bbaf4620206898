import { Type } from 'typebox'
import type { Trx } from '../../../platform/db/db.ts'
import { Conflict } from '../../../platform/errors.ts'
import { GivenId } from '../../../platform/input-schemas.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { NO_FIELDS, recordAudit } from '../../audit/index.ts'
import type { Deliveries } from '../deliveries.ts'
import { type DeliveryReader, FailedFilter, selectBrandIds, toConditions } from '../filter.ts'
import { findIds } from '../queries/list-queries.ts'
import type { DeliveryRow } from '../queries/queue-queries.ts'

/** The first argument of the operations that retry deliveries. */
export interface RetryContext extends DeliveryReader {
  deliveries: Pick<Deliveries, 'requeue' | 'wakeAll'>
}

/** A larger transaction would keep others waiting, and PostgreSQL would run out of locks. */
const ROWS_PER_COMMIT = 500
const LOCK = 'retry deliveries'

const Ids = Type.Object({ ids: Type.Array(GivenId, { minItems: 1 }) }, { additionalProperties: false })

/**
 * Makes deliveries due now, with their complete schedule. Returns the ids of those that it changed. It skips the others:
 * unknown, delivered or being sent.
 * @throws Forbidden, Invalid
 */
export async function retryDeliveries(ctx: RetryContext, input: { ids: number[] }): Promise<number[]> {
  authorize(ctx.principal, 'deliveries:retry')
  const { ids } = parse(Ids, input)
  const brandIds = await selectBrandIds(ctx)
  const retried: number[] = []
  for (const some of batches(ids)) {
    const rows = await ctx.db.write(async (trx) =>
      requeueAudited(ctx, trx, await findIds(trx, { brandIds, ids: some })),
    )
    retried.push(...rows.map(({ id }) => id))
  }
  await ctx.deliveries.wakeAll()
  return retried
}

const Matching = Type.Object(
  { filter: FailedFilter, expected_count: Type.Optional(Type.Integer({ minimum: 0 })) },
  { additionalProperties: false },
)

/**
 * Makes the matching failed deliveries due now, with their complete schedule. Returns how many. The transaction that
 * compares their number with `expected_count` also retries the first 500; the others of those counted follow, 500 at a
 * time.
 * @throws Forbidden, Invalid; NotFound for the brand; Conflict if the count differs from the expected one by more than a
 * tenth
 */
export async function retryMatching(
  ctx: RetryContext,
  input: { filter: FailedFilter; expected_count?: number },
): Promise<number> {
  authorize(ctx.principal, 'deliveries:retry')
  const { filter, expected_count } = parse(Matching, input)
  const conditions = { ...(await toConditions(ctx, filter)), status: 'failed' as const }
  const { ids, first } = await ctx.db.write(async (trx) => {
    // A second call with the same filter counts what the first one leaves.
    await ctx.db.lock(trx, LOCK)
    const ids = await findIds(trx, conditions)
    if (expected_count !== undefined) requireCount(ids.length, expected_count)
    return { ids, first: await requeueAudited(ctx, trx, ids.slice(0, ROWS_PER_COMMIT), 'failed') }
  })
  let count = first.length
  for (const some of batches(ids.slice(ROWS_PER_COMMIT))) {
    count += (await ctx.db.write((trx) => requeueAudited(ctx, trx, some, 'failed'))).length
  }
  await ctx.deliveries.wakeAll()
  return count
}

function requireCount(actual: number, expected: number): void {
  if (Math.abs(actual - expected) * 10 <= expected) return
  throw new Conflict('CONFLICT', `${actual} failed deliveries match, not ${expected}. Nothing was retried.`)
}

/** Puts deliveries back in their queues and records it in the audit trail. Returns those that it changed. */
export async function requeueAudited(
  { clock, principal, deliveries }: RetryContext,
  trx: Trx,
  ids: readonly number[],
  status?: 'failed',
): Promise<DeliveryRow[]> {
  const rows = await deliveries.requeue(trx, ids, status)
  const at = clock.now()
  await recordAudit(
    trx,
    rows.map((row) => ({
      at,
      principal,
      action: 'delivery.retried',
      subject: { id: row.id, name: `${row.kind} ${row.event}` },
      brandId: row.brand_id,
      change: NO_FIELDS,
    })),
  )
  return rows
}

function* batches(ids: readonly number[]): Generator<number[]> {
  for (let start = 0; start < ids.length; start += ROWS_PER_COMMIT) {
    yield ids.slice(start, start + ROWS_PER_COMMIT)
  }
}
