import type { Reader } from '../../../platform/db/db.ts'

/** A dealer on a map, in degrees. */
export interface MapPoint {
  id: number
  name: string
  latitude: number
  longitude: number
}

/** Returns a page of a brand's active dealers with coordinates, by ascending id. */
export async function pageOfMap(
  reader: Reader,
  { brandId, afterId, limit }: { brandId: number; afterId: number; limit: number },
): Promise<MapPoint[]> {
  const rows = await reader
    .selectFrom('dealer_brands')
    .innerJoin('dealers', 'dealers.id', 'dealer_brands.dealer_id')
    .select(['dealers.id', 'name', 'latitude', 'longitude'])
    .where('dealer_brands.brand_id', '=', brandId)
    .where('dealer_brands.dealer_id', '>', afterId)
    .where('active', '=', true)
    .where('latitude', 'is not', null)
    .where('longitude', 'is not', null)
    .orderBy('dealer_brands.dealer_id')
    .limit(limit)
    .execute()
  return rows as MapPoint[]
}
