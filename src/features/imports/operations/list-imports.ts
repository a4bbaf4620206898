import { listPage, type Page, type PageRequest } from '../../../platform/paging.ts'
import { brandsOf } from '../../../platform/principal.ts'
import { findHeldBrand, listBrands } from '../../brands/index.ts'
import type { ImportContext } from '../context.ts'
import { type Kind, permittedKinds } from '../kinds.ts'
import * as queries from '../queries.ts'
import type { ImportItem } from '../record.ts'
import { toItem, withNames } from '../view.ts'

interface ImportFilter {
  /** The brand's slug or id. */
  brand?: string | undefined
  kind?: Kind | undefined
  state?: queries.StoredImport['state'] | undefined
}

/**
 * Returns a page of the imports of the principal's brands, of the kinds that it may import; the newest first.
 * @throws NotFound (NOT_FOUND) for the brand
 */
export async function listImports(
  ctx: ImportContext,
  { brand, kind, state }: ImportFilter,
  page: PageRequest,
): Promise<Page<ImportItem>> {
  const { db, principal } = ctx
  const permitted = permittedKinds(principal)
  const held = brandsOf(principal)
  const own = brand === undefined ? undefined : await findHeldBrand(db.read, principal, brand)
  const kinds = kind === undefined ? permitted : permitted.filter((one) => one === kind)
  const brandIds = own ? [own.id] : held && [...held]
  const filter = { kinds: kinds.length > 0 ? kinds : (['none'] as never[]), brandIds, state }
  const { items, pagination } = await listPage<queries.ListedImport, [number]>(page, {
    keyOf: ({ id }) => [id],
    isKey: ([id, ...others]) => typeof id === 'number' && others.length === 0,
    rows: (part) => queries.listImports(db.read, filter, part),
    count: () => queries.countImports(db.read, filter),
  })
  const slugs = new Map((await listBrands(db.read)).map((one) => [one.id, one.slug]))
  const listed = items.map((row) => toItem(ctx, row, slugs.get(row.brand_id)!))
  return { items: await withNames(db.read, listed), pagination }
}
