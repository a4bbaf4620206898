import { listPage, MOST_COUNTED, type Page } from '../../../platform/paging.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { type DeliveryView, viewDelivery } from '../delivery-view.ts'
import { DeliveryFilter, DeliveryList, type DeliveryReader, toConditions } from '../filter.ts'
import * as queries from '../queries/list-queries.ts'

/**
 * Returns a page of the matching deliveries, newest first.
 * @throws Forbidden, Invalid; NotFound for the brand
 */
export async function listDeliveries(ctx: DeliveryReader, input: DeliveryList): Promise<Page<DeliveryView>> {
  authorize(ctx.principal, 'deliveries:read')
  const { before, page, limit, cursor, ...filter } = parse(DeliveryList, input)
  const conditions = await toConditions(ctx, filter)
  const found = await listPage<queries.ListedRow, [id: number]>(
    { page, limit, cursor },
    {
      keyOf: ({ id }) => [id],
      isKey: (values) => values.length === 1 && Number.isSafeInteger(values[0]),
      rows: ({ limit, offset, after }) =>
        queries.listDeliveries(ctx.db.scan, conditions, { before: after?.[0] ?? before, limit, offset }),
      count: () => queries.countDeliveries(ctx.db.scan, conditions, MOST_COUNTED + 1),
    },
  )
  return { ...found, items: found.items.map(viewDelivery) }
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
