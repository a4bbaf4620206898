import type { Reader } from '../../../platform/db/db.ts'

const MOST = 1_000

/** Returns warranties of these brands with one of these HINs, or with one of these people as current owner. */
export async function findSimilarWarranties(
  reader: Reader,
  { brandIds, hins, emailKeys }: { brandIds: number[]; hins: string[]; emailKeys: string[] },
) {
  const similar = reader
    .selectFrom('warranties')
    .innerJoin('ownerships', (join) =>
      join.onRef('ownerships.warranty_id', '=', 'warranties.id').on('ownerships.transfer_date', 'is', null),
    )
    .select([
      'warranties.id',
      'warranties.brand_id',
      'warranties.hin',
      'warranties.warranty_status',
      'ownerships.email_key',
    ])
    .where('warranties.brand_id', 'in', brandIds)
    .limit(MOST)
  const found = [
    ...(await similar.where('warranties.hin', 'in', hins).execute()),
    ...(emailKeys.length > 0 ? await similar.where('ownerships.email_key', 'in', emailKeys).execute() : []),
  ]
  return [...new Map(found.map((row) => [row.id, row])).values()]
}

/** Returns whether the brand has a warranty whose HIN begins with this manufacturer's code. */
export async function knowsManufacturer(reader: Reader, brandId: number, code: string): Promise<boolean> {
  const row = await reader
    .selectFrom('warranties')
    .select('brand_id')
    // HINs consist of digits and capital letters.
    .where('hin', '>=', code.padEnd(12, '0'))
    .where('hin', '<=', code.padEnd(12, 'Z'))
    .where('brand_id', '=', brandId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
