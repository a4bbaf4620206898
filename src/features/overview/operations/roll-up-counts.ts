import { DAY_MICROS } from '../../../platform/clock.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { listBrands } from '../../brands/index.ts'
import { countByDay, findFirst, findProgress, KINDS, type Kind, storeCounts } from '../queries.ts'

/** A transaction that began before midnight may commit after it. */
const SETTLED_MICROS = 3_600_000_000
const DAYS_PER_COMMIT = 31

type Context = Pick<OperationContext, 'db' | 'clock'>

/** Stores the counts of the days that are completed since the last time. Call it every hour. */
export async function rollUpCounts(ctx: Context): Promise<void> {
  const today = Math.floor((ctx.clock.now() - SETTLED_MICROS) / DAY_MICROS)
  for (const kind of KINDS) {
    const progress = await findProgress(ctx.db.read, kind)
    for (const { id } of await listBrands(ctx.db.read)) {
      await rollUp(ctx, { kind, brandId: id }, { next: progress.get(id), today })
    }
  }
}

async function rollUp(
  { db }: Context,
  of: { kind: Kind; brandId: number },
  { next, today }: { next: number | undefined; today: number },
): Promise<void> {
  const first = next === undefined ? await findFirst(db.scan, of) : null
  let day = next ?? (first === null ? today : Math.floor(first / DAY_MICROS))
  while (day < today) {
    const nextDay = Math.min(day + DAYS_PER_COMMIT, today)
    const span = { since: day * DAY_MICROS, until: nextDay * DAY_MICROS }
    const counts = await countByDay(db.scan, { ...of, ...span })
    await db.write((trx) => storeCounts(trx, { ...of, nextDay }, counts))
    day = nextDay
  }
}
