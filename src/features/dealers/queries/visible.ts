import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'

/** The ids of brands of which a dealer must carry one; undefined: it need not carry any. */
export type BrandIds = ReadonlySet<number> | undefined

/** Up to this many, looking up the brands' dealers is quicker than asking each dealer for its brands. */
const FEW = 10_000

/** Returns a condition that a dealer meets if it carries one of the brands. */
export function carries(brandIds: BrandIds, { few = false } = {}) {
  return (eb: ExpressionBuilder<Schema, 'dealers'>) => {
    if (!brandIds) return sql<SqlBool>`1 = 1`
    // No id is 0: an empty list is no SQL.
    const links = eb.selectFrom('dealer_brands').where('brand_id', 'in', [0, ...brandIds])
    if (few) return eb('dealers.id', 'in', links.select('dealer_id'))
    return eb.exists(links.select('dealer_id').whereRef('dealer_id', '=', 'dealers.id'))
  }
}

/** Returns whether few dealers carry the brands. */
export async function areFew(reader: Reader, brandIds: BrandIds): Promise<boolean> {
  if (!brandIds) return false
  const { total } = await reader
    .selectFrom((eb) =>
      eb
        .selectFrom('dealer_brands')
        .select('dealer_id')
        .where('brand_id', 'in', [0, ...brandIds])
        .limit(FEW + 1)
        .as('links'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total <= FEW
}

/** Returns those of the dealers that carry one of the brands. */
export async function keepVisible<T extends { id: number }>(
  reader: Reader,
  brandIds: BrandIds,
  dealers: readonly T[],
): Promise<T[]> {
  if (!brandIds || dealers.length === 0) return [...dealers]
  const rows = await reader
    .selectFrom('dealers')
    .select('id')
    .where(
      'id',
      'in',
      dealers.map(({ id }) => id),
    )
    .where(carries(brandIds))
    .execute()
  const visible = new Set(rows.map(({ id }) => id))
  return dealers.filter(({ id }) => visible.has(id))
}
