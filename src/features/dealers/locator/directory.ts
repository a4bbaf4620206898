import { type Arena, ArenaWriter } from './arena.ts'
import { openDealerJson } from './dealer-json.ts'
import { buildGroups, type Groups } from './groups.ts'
import { toRadians } from './haversine.ts'
import { buildPointTree, type PointTree } from './point-tree.ts'
import { revisionOf } from './revision.ts'
import { type TerritoryFault, TerritoryMap } from './territories.ts'
import type { BrandRow, DealerRow, TerritoryRow } from './types.ts'

/** Countries whose answers are bounded by limit and distance, and which have territories. */
export const BOUNDED_COUNTRIES: readonly string[] = ['US', 'CA']

export interface CountryDealers {
  /** The country's number within the directory. */
  number: number
  /** Indices of the country's dealers, ascending. */
  members: Uint32Array
  /** For nearest-first search; null where every dealer of the country is returned anyway. */
  tree: PointTree | null
}

/**
 * One brand's dealers as the locator needs them: those that are active and have coordinates. Immutable; a change
 * in the database means a new one. A dealer is known by its index; indices ascend with ids, so that a tie in
 * distance is broken by the lower index.
 */
export interface Directory {
  slug: string
  /** Digest of everything an answer is made of: equal in every process that has read the same rows. */
  revision: string
  /** Number of dealers, the fallback dealer not counted. */
  count: number
  ids: Float64Array
  /** Degrees. */
  latitudes: Float64Array
  longitudes: Float64Array
  cosLatitudes: Float64Array
  /** 1 where the coordinates are the postal code's. */
  approximate: Uint8Array
  /** Each dealer's JSON up to `"distance_miles":`. */
  json: Arena
  countries: ReadonlyMap<string, CountryDealers>
  groups: Groups
  territories: TerritoryMap
  /** Index of the fallback dealer, which belongs to no country and no group here; -1 for none. */
  fallback: number
}

/**
 * Makes a brand's directory of all its dealers (inactive ones too: a territory that names one is no match) and
 * its territory rows.
 */
export function buildDirectory(
  dealers: Iterable<DealerRow>,
  territories: Iterable<TerritoryRow>,
  brand: BrandRow,
): Directory {
  const builder = new DirectoryBuilder(brand)
  for (const dealer of [...dealers].sort((a, b) => a.id - b.id)) builder.add(dealer)
  return builder.finish(territories)
}

/** `buildDirectory` in steps, for a caller that reads many dealers page by page and lets requests through between. */
export class DirectoryBuilder {
  readonly #brand: BrandRow
  readonly #ids: number[] = []
  readonly #latitudes: number[] = []
  readonly #longitudes: number[] = []
  readonly #approximate: boolean[] = []
  readonly #countries: (string | null)[] = []
  readonly #groupKeys: (string | null)[] = []
  readonly #hidden = new Map<number, TerritoryFault>()
  readonly #json = new ArenaWriter()
  #lastId = Number.NEGATIVE_INFINITY

  constructor(brand: BrandRow) {
    this.#brand = brand
  }

  /** Adds a dealer of the brand. Ids must ascend: `RangeError` otherwise. */
  add(row: DealerRow): void {
    if (row.id <= this.#lastId)
      throw new RangeError(`dealer ${row.id} after ${this.#lastId}: ids must ascend`)
    this.#lastId = row.id
    const fault = whyHidden(row)
    if (fault === null) this.#append(row, row.country_code, row.group_id)
    else this.#hidden.set(row.id, fault)
  }

  /** The directory of all dealers added. The builder is of no use afterwards. */
  finish(territories: Iterable<TerritoryRow>): Directory {
    const count = this.#ids.length
    const fallback = this.#brand.fallback_dealer
    const hasFallback = fallback !== null && whyHidden(fallback) === null
    if (hasFallback) this.#append(fallback, null, null)

    const latitudes = Float64Array.from(this.#latitudes)
    const longitudes = Float64Array.from(this.#longitudes)
    const dealers = {
      slug: this.#brand.slug,
      count,
      ids: Float64Array.from(this.#ids),
      latitudes,
      longitudes,
      cosLatitudes: latitudes.map((latitude) => Math.cos(toRadians(latitude))),
      approximate: Uint8Array.from(this.#approximate, Number),
      json: this.#json.finish(),
      countries: partition(this.#countries, latitudes, longitudes),
      groups: buildGroups(this.#groupKeys),
      territories: new TerritoryMap(territories, (id, country) => this.#resolve(id, country, count)),
      fallback: hasFallback ? count : -1,
    }
    return { ...dealers, revision: revisionOf(dealers, this.#countries) }
  }

  #append(row: DealerRow, country: string | null, groupId: number | null): void {
    this.#ids.push(row.id)
    this.#latitudes.push(row.latitude!)
    this.#longitudes.push(row.longitude!)
    this.#approximate.push(row.approximate)
    this.#countries.push(country)
    this.#groupKeys.push(country === null || groupId === null ? null : `${country} ${groupId}`)
    this.#json.append(openDealerJson(row))
  }

  #resolve(id: number, country: string, count: number): number | TerritoryFault {
    const hidden = this.#hidden.get(id)
    if (hidden !== undefined) return hidden
    const index = indexOfId(this.#ids, count, id)
    if (index < 0) return 'not of this brand'
    return this.#countries[index] === country ? index : 'in another country'
  }
}

function whyHidden(row: DealerRow): TerritoryFault | null {
  if (!row.active) return 'inactive'
  return row.latitude === null || row.longitude === null ? 'no coordinates' : null
}

function partition(
  countryOf: readonly (string | null)[],
  latitudes: Float64Array,
  longitudes: Float64Array,
): Map<string, CountryDealers> {
  const membersOf = new Map<string, number[]>()
  for (const [dealer, country] of countryOf.entries()) {
    if (country === null) continue
    const members = membersOf.get(country)
    if (members === undefined) membersOf.set(country, [dealer])
    else members.push(dealer)
  }
  const countries = new Map<string, CountryDealers>()
  for (const [country, list] of membersOf) {
    const members = Uint32Array.from(list)
    const tree = BOUNDED_COUNTRIES.includes(country) ? buildPointTree(members, latitudes, longitudes) : null
    countries.set(country, { number: countries.size, members, tree })
  }
  return countries
}

/** Position of an id among the first `count` of ascending ids, or -1. */
function indexOfId(ids: readonly number[], count: number, id: number): number {
  let low = 0
  let high = count - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (ids[middle] === id) return middle
    if (ids[middle]! < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}
