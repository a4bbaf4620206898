import type { Reader } from '../../../platform/db/db.ts'

/** A dealer on a map, in degrees. */
export interface MapPoint {
  id: number
  name: string
  latitude: number
  longitude: number
  /** Absent: true. */
  active?: false
}

/** Returns a page of a brand's dealers with coordinates, by ascending id. */
export async function pageOfMap(
  reader: Reader,
  { brandId, afterId, limit }: { brandId: number; afterId: number; limit: number },
): Promise<MapPoint[]> {
  const rows = await reader
    .selectFrom('dealer_brands')
    .innerJoin('dealers', 'dealers.id', 'dealer_brands.dealer_id')
    .select(['dealers.id', 'name', 'latitude', 'longitude', 'active'])
    .where('dealer_brands.brand_id', '=', brandId)
    .where('dealer_brands.dealer_id', '>', afterId)
    .where('latitude', 'is not', null)
    .where('longitude', 'is not', null)
    .orderBy('dealer_brands.dealer_id')
    .limit(limit)
    .execute()
  return rows.map(toMapPoint)
}

/** Returns a dealer with coordinates as a map shows it. */
export function toMapPoint({
  active,
  id,
  name,
  latitude,
  longitude,
}: {
  id: number
  name: string
  latitude: number | null
  longitude: number | null
  active: boolean | 0 | 1
}): MapPoint {
  return {
    id,
    name,
    latitude: latitude!,
    longitude: longitude!,
    ...(!active && { active: false as const }),
  }
}
