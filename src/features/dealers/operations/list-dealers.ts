import { listPage, MOST_COUNTED, type Page } from '../../../platform/paging.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import * as queries from '../queries/list-queries.ts'
import { type DealerView, viewDealers } from '../records/dealer-view.ts'
import { type FilterContext, readDealerFilter } from '../records/read-dealer-filter.ts'
import { DealerList } from '../schemas.ts'

/**
 * Returns a page of the matching dealers among those that carry a brand of the principal, by id or by name.
 * @throws NotFound (NOT_FOUND) for the brand or the group
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function listDealers(ctx: FilterContext, input: DealerList): Promise<Page<DealerView>> {
  authorize(ctx.principal, 'dealers:read')
  const { sort = 'id', page, limit, cursor, ...given } = parse(DealerList, input)
  const filter = await readDealerFilter(ctx, given)
  // An index leads to the dealers of brands; other conditions may have to be checked on every dealer.
  const isScan = Object.keys(given).some((name) => name !== 'brand')
  const reader = isScan ? ctx.db.scan : ctx.db.read
  let first: Promise<unknown[]> | undefined
  const found = await listPage<queries.ListedDealer, queries.DealerKey>(
    { ...(page && { page }), ...(limit && { limit }), ...(cursor && { cursor }) },
    {
      keyOf: ({ sort_name, id }) => (sort === 'name' ? [sort_name, id] : [id]),
      isKey: (values) =>
        sort === 'name'
          ? values.length === 2 && typeof values[0] === 'string' && Number.isSafeInteger(values[1])
          : values.length === 1 && Number.isSafeInteger(values[0]),
      rows(window) {
        const rows = queries.listDealers(reader, filter, { ...window, sort })
        if (window.offset === 0) first = rows.then((all) => (all.length < window.limit ? all : []))
        return rows
      },
      async count() {
        // A list of one page needs no second search.
        const complete = (await first) ?? []
        return complete.length || queries.countDealers(reader, filter, MOST_COUNTED + 1)
      },
    },
  )
  return { ...found, items: await viewDealers(ctx.db.read, ctx.principal, found.items) }
}
