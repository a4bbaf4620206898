import { toUtcDate } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { authorize } from '../../../platform/principal.ts'
import type { Brand } from '../../brands/index.ts'
import type { WarrantyContext } from '../context.ts'
import { listOwnerships } from '../queries/queries.ts'
import { listInOrder } from '../queries/search-queries.ts'
import { type ExportedWarranty, toExported } from '../records/record.ts'

const PAGE_SIZE = 1_000

interface Input {
  /** A snapshot, so that the export shows one moment. */
  reader: Reader
  brands: Iterable<Brand>
  /** Adds every owner to each warranty, the first one first. */
  withHistory: boolean
}

/**
 * Yields all warranties of these brands in pages, each brand's in the order in which they were created. Needs the same
 * memory however many there are.
 */
export async function* exportWarranties(
  ctx: WarrantyContext,
  { reader, brands, withHistory }: Input,
): AsyncGenerator<ExportedWarranty[]> {
  authorize(ctx.principal, 'warranty:read')
  const today = toUtcDate(ctx.clock.now())
  for (const brand of brands) {
    for (let rows = await listInOrder(reader, brand.id, { limit: PAGE_SIZE }); rows.length > 0; ) {
      const ids = rows.map(({ id }) => id)
      const owners = withHistory
        ? Map.groupBy(await listOwnerships(reader, ids), (owner) => owner.warranty_id)
        : undefined
      yield rows.map((row) => toExported(row, brand, today, owners?.get(row.id)))
      rows = await listInOrder(reader, brand.id, { after: rows.at(-1), limit: PAGE_SIZE })
    }
  }
}
