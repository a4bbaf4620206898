import { toRadians } from '../../../platform/haversine.ts'
import { type Arena, ArenaWriter } from './arena.ts'
import { openDealerJson } from './dealer-json.ts'
import { buildGroups, type Groups } from './groups.ts'
import { buildPointTree, type PointTree } from './point-tree.ts'
import { revisionOf } from './revision.ts'
import { type TerritoryFault, TerritoryMap } from './territories.ts'
import type { BrandRow, DealerRow, TerritoryRow } from './types.ts'

/** Countries whose answers are bounded by limit and distance, and which have territories. */
export const BOUNDED_COUNTRIES: readonly string[] = ['US', 'CA']

interface CountryDealers {
  /** The country's number within the directory. */
  number: number
  /** Indices of the country's dealers, ascending. */
  members: Uint32Array
  /** For nearest-first search; null where every dealer of the country is returned anyway. */
  tree: PointTree | null
}

/**
 * One brand's dealers as the locator needs them: those that are active and have coordinates. Immutable; a change
 * in the database means a new one. A dealer is known by its index: how many were added before it.
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
 * Makes a brand's directory of all its dealers (inactive ones too: a territory that names one is no match) and its
 * territory rows; in steps, for many dealers are read page by page, with requests in between. The order of dealers
 * changes no answer. But in `CurveOrder`, filled by ascending id, what one answer is made of lies together in memory,
 * and every process arrives at the same revision.
 */
export class DirectoryBuilder {
  readonly #brand: BrandRow
  readonly #indices = new Map<number, number>()
  readonly #hidden = new Map<number, TerritoryFault>()
  readonly #ids: number[] = []
  readonly #latitudes: number[] = []
  readonly #longitudes: number[] = []
  readonly #approximate: number[] = []
  readonly #countries: (string | null)[] = []
  readonly #groupIds: (number | null)[] = []
  readonly #json = new ArenaWriter()

  constructor(brand: BrandRow) {
    this.#brand = brand
  }

  /** Adds a dealer of the brand; each only once. */
  add(row: DealerRow): void {
    const fault = whyHidden(row)
    if (fault !== null) {
      this.#hidden.set(row.id, fault)
      return
    }
    this.#indices.set(row.id, this.#ids.length)
    this.#show(row, row.country_code)
  }

  /** The directory of all dealers added. The builder is of no use afterwards. */
  finish(territories: Iterable<TerritoryRow>): Directory {
    const count = this.#ids.length
    const fallback = this.#brand.fallback_dealer
    const hasFallback = fallback !== null && whyHidden(fallback) === null
    if (hasFallback) this.#show(fallback, null)

    const { arena, digest } = this.#json.finish()
    const latitudes = Float64Array.from(this.#latitudes)
    const longitudes = Float64Array.from(this.#longitudes)
    const directory = {
      slug: this.#brand.slug,
      count,
      ids: Float64Array.from(this.#ids),
      latitudes,
      longitudes,
      cosLatitudes: latitudes.map((latitude) => Math.cos(toRadians(latitude))),
      approximate: Uint8Array.from(this.#approximate),
      json: arena,
      countries: partition(this.#countries, latitudes, longitudes),
      groups: buildGroups(this.#countries, this.#groupIds),
      territories: new TerritoryMap(territories, (id, country) => this.#resolve(id, country)),
      fallback: hasFallback ? count : -1,
    }
    return { ...directory, revision: revisionOf(directory, this.#countries, digest) }
  }

  #show(row: DealerRow, country: string | null): void {
    this.#ids.push(row.id)
    this.#latitudes.push(row.latitude!)
    this.#longitudes.push(row.longitude!)
    this.#approximate.push(Number(row.approximate))
    this.#countries.push(country)
    this.#groupIds.push(row.group_id)
    this.#json.append(openDealerJson(row))
  }

  #resolve(id: number, country: string): number | TerritoryFault {
    const index = this.#indices.get(id)
    if (index === undefined) return this.#hidden.get(id) ?? 'not of this brand'
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
