import type { Reader } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'
import * as queries from '../queries/list-queries.ts'

/** @throws NotFound (NOT_FOUND) unless each of the codes belongs to a dealer */
export async function requireAssigned(
  reader: Reader,
  { brand, codes, ...area }: { brand: string; brandId: number; country: string; codes: readonly string[] },
): Promise<void> {
  const owners = await queries.findTerritories(reader, area, codes)
  const free = codes.filter((code) => !owners.has(code))
  if (free.length === 0) return
  const verb = free.length === 1 ? 'belongs' : 'belong'
  const message = `${free.join(', ')} in ${area.country} ${verb} to no dealer of ${brand}. Nothing was changed.`
  throw new NotFound('NOT_FOUND', message)
}
