import { authorize } from '../../../platform/principal.ts'
import { type DeliveryReader, selectBrandIds } from '../filter.ts'
import { readReceivers, type TargetStats } from '../receiver-stats.ts'

/**
 * Returns the receivers of the principal's brands, or of one of them, that were sent something in the last hour, or wait
 * for something: those with the most waiting first.
 * @throws Forbidden; NotFound for the brand
 */
export async function listReceivers(
  ctx: DeliveryReader,
  { brand }: { brand?: string | undefined },
): Promise<TargetStats[]> {
  authorize(ctx.principal, 'deliveries:read')
  const brandIds = brand === undefined ? undefined : await selectBrandIds(ctx, brand)
  const receivers = await ctx.db.snapshot((reader) => readReceivers(reader, ctx.principal, ctx.clock.now()))
  return receivers.filter(({ brand_id }) => !brandIds || brandIds.includes(brand_id))
}
