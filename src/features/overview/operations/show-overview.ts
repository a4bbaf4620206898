import { type Static, Type } from 'typebox'
import { DAY_MICROS, type Micros, toUtcDate } from '../../../platform/clock.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Cached } from '../../../platform/db/cached.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { Invalid, issue } from '../../../platform/errors.ts'
import { FilledText } from '../../../platform/input-schemas.ts'
import { MOST_COUNTED } from '../../../platform/paging.ts'
import { holds } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { type Brands, selectBrands } from '../../brands/index.ts'
import { countWithoutPoint } from '../../dealers/index.ts'
import { countByState } from '../../deliveries/index.ts'
import { countDisabled } from '../../events/index.ts'
import { countRegistrations } from '../../registrations/index.ts'
import { countFailedSyncs } from '../../warranties/index.ts'
import { countByDay, type DailyCount, findCounts, findProgress, type Kind } from '../queries.ts'

const DEFAULT_DAYS = 90
const MOST_DAYS = 1_100

export interface OverviewContext extends OperationContext {
  brands: Cached<Brands>
}

const Period = Type.Object(
  {
    brand: Type.Optional(FilledText(200)),
    since: Type.Optional(Type.Integer()),
    until: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
)

/**
 * Returns figures of the principal's brands, or of one: what a period brought, by default the last 90 days, and what is
 * open now. Days are complete ones in UTC: the last is the one before `until`, or that it
 * is in. Figures that the principal may not see are null.
 * @throws NotFound for an unknown brand
 * @throws Invalid (VALIDATION_ERROR) for a period above three years
 */
export async function showOverview(ctx: OverviewContext, input: Static<typeof Period>) {
  const { brand, until = ctx.clock.now(), since = until - DEFAULT_DAYS * DAY_MICROS } = parse(Period, input)
  if (until < since) throw new Invalid([issue('to', 'must not be before from')])
  if (until - since > MOST_DAYS * DAY_MICROS) {
    throw new Invalid([issue('from', `and to must be ${MOST_DAYS} days apart or less`)])
  }
  const brandIds = selectBrands(await ctx.brands.getFresh(), ctx.principal, brand).map(({ id }) => id)
  const period = { brandIds, since, until }
  const ifPermitted = <T>(permission: string, read: () => Promise<T>) =>
    holds(ctx.principal, permission) ? read() : null
  const [warranties, leads, deliveries, dealersWithoutPoint, failedSyncs, waiting, disabled] =
    await Promise.all([
      ifPermitted('warranty:list', () => countPeriod(ctx, 'warranty', period)),
      ifPermitted('leads:read', () => countPeriod(ctx, 'lead', period)),
      ifPermitted('deliveries:read', () => countByState(ctx.db.scan, brandIds)),
      ifPermitted('dealers:read', async () =>
        brandIds.length === 0 ? 0 : countWithoutPoint(ctx.db.read, brandIds),
      ),
      ifPermitted('warranty:list', async () =>
        brandIds.length === 0 ? 0 : countFailedSyncs(ctx.db.read, brandIds),
      ),
      ifPermitted('warranty:read', () => countRegistrations(ctx.db.read, brandIds, { state: 'received' })),
      ifPermitted('brands:read', () => countDisabled(ctx.db.read, brandIds)),
    ])
  return {
    from: toUtcDate(since),
    to: toUtcDate(until),
    warranties_by_month: warranties && byMonth(warranties),
    leads_by_day: leads && byDay(leads),
    deliveries,
    dealers_without_point: dealersWithoutPoint,
    failed_syncs: failedSyncs,
    registrations_waiting: waiting && Math.min(waiting, MOST_COUNTED),
    disabled_endpoints: disabled,
  }
}

/** Adds up stored counts of completed days and what the last days have brought since. */
async function countPeriod(
  { db }: OverviewContext,
  kind: Kind,
  { brandIds, since, until }: { brandIds: readonly number[]; since: Micros; until: Micros },
): Promise<DailyCount[]> {
  if (brandIds.length === 0) return []
  const [from, to] = [Math.floor(since / DAY_MICROS), Math.ceil(until / DAY_MICROS)]
  return db.snapshot(async (reader: Reader) => {
    const progress = await findProgress(reader, kind)
    const counts = await findCounts(reader, { kind, brandIds, from, to })
    for (const brandId of brandIds) {
      const day = Math.max(from, progress.get(brandId) ?? 0)
      if (day >= to) continue
      const open = { kind, brandId, since: day * DAY_MICROS, until: to * DAY_MICROS }
      counts.push(...(await countByDay(reader, open)))
    }
    return counts
  })
}

function byMonth(counts: readonly DailyCount[]) {
  const months = Map.groupBy(counts, ({ day }) => toUtcDate(day * DAY_MICROS).slice(0, 7))
  return [...months].sort(byKey).map(([month, some]) => ({ month, total: sum(some) }))
}

function byDay(counts: readonly DailyCount[]) {
  const days = Map.groupBy(counts, ({ day, category }) => `${toUtcDate(day * DAY_MICROS)} ${category}`)
  return [...days].sort(byKey).map(([key, some]) => {
    return { day: key.slice(0, 10), category: key.slice(11), total: sum(some) }
  })
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function sum(counts: readonly DailyCount[]): number {
  return counts.reduce((all, { total }) => all + total, 0)
}
