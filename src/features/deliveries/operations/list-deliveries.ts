import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { type DeliveryView, viewDelivery } from '../delivery-view.ts'
import { DeliveryFilter, DeliveryList, type DeliveryReader, toConditions } from '../filter.ts'
import * as queries from '../queries/list-queries.ts'

const DEFAULT_LIMIT = 50

/**
 * Returns a page of the matching deliveries, newest first. `next_cursor` is null on the last page.
 * @throws Forbidden, Invalid; NotFound for the brand
 */
export async function listDeliveries(
  ctx: DeliveryReader,
  input: DeliveryList,
): Promise<{ deliveries: DeliveryView[]; next_cursor: number | null }> {
  authorize(ctx.principal, 'deliveries:read')
  const { cursor, limit = DEFAULT_LIMIT, ...filter } = parse(DeliveryList, input)
  const conditions = await toConditions(ctx, filter)
  const rows = await queries.listDeliveries(ctx.db.scan, conditions, { before: cursor, limit: limit + 1 })
  const page = rows.slice(0, limit)
  return {
    deliveries: page.map(viewDelivery),
    next_cursor: rows.length > limit ? page.at(-1)!.id : null,
  }
}

/**
 * Returns the number of matching deliveries.
 * @throws Forbidden, Invalid; NotFound for the brand
 */
export async function countDeliveries(ctx: DeliveryReader, input: DeliveryFilter): Promise<number> {
  authorize(ctx.principal, 'deliveries:read')
  const conditions = await toConditions(ctx, parse(DeliveryFilter, input))
  return queries.countDeliveries(ctx.db.scan, conditions)
}
