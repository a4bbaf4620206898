import { type Batcher, createBatcher } from '../../../platform/batcher.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { Conflict, Forbidden, NotFound } from '../../../platform/errors.ts'
import { holdsBrand, type Principal } from '../../../platform/principal.ts'
import type { Brands } from '../../brands/index.ts'
import { canonicalHin } from '../hin/hin.ts'
import {
  findWarranties,
  findWarrantiesByHull,
  getWarranties,
  type HullSearch,
  type WarrantyRow,
} from '../queries/queries.ts'

const MAX_BATCH = 64
/** A slow batch does not delay the others. */
const CONCURRENT_BATCHES = 4

/** Names one warranty by its HIN, and by its brand when several brands share the HIN. */
export interface HullSelector {
  hin: string
  brandId?: number | undefined
}

/** Names one warranty. */
export type WarrantySelector = HullSelector | { id: number }

/** Limits a search to the brands that the principal holds. */
interface Scope {
  principal: Principal
  brands: Brands
}

/** Reads the warranties of one hull together with other requests' hulls. */
export type HullReader = Batcher<HullSearch, WarrantyRow[]>

/**
 * Returns the warranty that the selector names, among the brands that the principal holds.
 * @throws NotFound (WARRANTY_NOT_FOUND; NOT_FOUND for an id), Conflict (AMBIGUOUS_HIN), Forbidden (BRAND_NOT_PERMITTED)
 */
export async function selectWarranty(
  reader: Reader,
  scope: Scope,
  selector: WarrantySelector,
): Promise<WarrantyRow> {
  if ('id' in selector) return selectById(reader, scope, selector.id)
  const search = toSearch(scope, selector)
  return onlyOne(scope, search, await findWarranties(reader, search))
}

/** Does the same as `selectWarranty`, with one statement for all requests that arrive together. */
export async function selectWarrantyBatched(
  hulls: HullReader,
  scope: Scope,
  selector: HullSelector,
): Promise<WarrantyRow> {
  const search = toSearch(scope, selector)
  return onlyOne(scope, search, await hulls(search))
}

export function createHullReader(reader: Reader): HullReader {
  return createBatcher(MAX_BATCH, (searches) => findWarrantiesByHull(reader, searches), {
    concurrency: CONCURRENT_BATCHES,
  })
}

/**
 * Returns the ids of the hull's warranties in these brands.
 * @throws NotFound (WARRANTY_NOT_FOUND) when there is none
 */
export async function findWarrantyIds(
  reader: Reader,
  text: string,
  brandIds: readonly number[],
): Promise<number[]> {
  const hin = canonicalHin(text)
  const found = await findWarranties(reader, { hin, brandIds })
  if (found.length === 0) throw notFound(hin)
  return found.map((row) => row.id)
}

/** Returns the error of a HIN that does not exist, or that the principal may not see. */
export function notFound(hin: string, hint = ''): NotFound {
  return new NotFound('WARRANTY_NOT_FOUND', `There is no warranty with the HIN ${hin}.${hint}`)
}

/** @throws Forbidden (BRAND_NOT_PERMITTED) unless the principal holds the brand, whether it exists or not */
export function requireBrand(principal: Principal, brandId: number): void {
  if (holdsBrand(principal, brandId)) return
  throw new Forbidden('BRAND_NOT_PERMITTED', `This user has no permission for brand ${brandId}.`)
}

/** Returns the ids of the brands to look in: one, or all that the principal holds. */
export function brandIdsOf({ principal, brands }: Scope, brandId?: number): number[] {
  if (brandId !== undefined) {
    requireBrand(principal, brandId)
    return [brandId]
  }
  return 'brands' in principal ? [...principal.brands] : [...brands.byId.keys()]
}

async function selectById(reader: Reader, { principal }: Scope, id: number): Promise<WarrantyRow> {
  const [row] = await getWarranties(reader, [id])
  if (row && holdsBrand(principal, row.brand_id)) return row
  throw new NotFound('NOT_FOUND', `There is no warranty with the id ${id}.`)
}

function toSearch(scope: Scope, { hin, brandId }: HullSelector): HullSearch {
  return { hin: canonicalHin(hin), brandIds: brandIdsOf(scope, brandId) }
}

function onlyOne({ brands }: Scope, { hin }: HullSearch, found: readonly WarrantyRow[]): WarrantyRow {
  const [row] = found
  if (!row) throw notFound(hin)
  if (found.length === 1) return row
  const names = found
    .map(({ brand_id }) => brand_id)
    .sort((a, b) => a - b)
    .map((id) => `${id} (${brands.byId.get(id)?.slug ?? 'unknown'})`)
  throw new Conflict(
    'AMBIGUOUS_HIN',
    `The HIN ${hin} exists under the brands ${names.join(' and ')}. Name one of them.`,
  )
}
