import type { Reader } from '../../../platform/db/db.ts'
import { listBrandIds } from '../queries/record-queries.ts'
import { TERRITORY_COUNTRIES } from './save-territories.ts'

/** Returns sentences on why territories of a dealer have no effect. */
export async function findTerritoryNotes(
  reader: Reader,
  { brand, brandId, country }: { brand: string; brandId: number; country: string },
  dealer: { id: number; dealer_code: string; name: string },
): Promise<string[]> {
  if (!TERRITORY_COUNTRIES.includes(country)) {
    return [`The territories have no effect, because only ${TERRITORY_COUNTRIES.join(' and ')} have them.`]
  }
  const links = await listBrandIds(reader, [dealer.id])
  if (links.some((link) => link.brand_id === brandId)) return []
  const name = dealer.dealer_code || dealer.name
  return [`The territories have no effect until dealer "${name}" carries the brand "${brand}".`]
}
