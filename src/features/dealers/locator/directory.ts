import type { Arena } from './arena.ts'
import { openDealerJson } from './dealer-json.ts'
import { buildGroups, type Groups } from './groups.ts'
import { toRadians } from './haversine.ts'
import { hilbertIndex } from './hilbert.ts'
import { buildPointTree, type PointTree } from './point-tree.ts'
import { revisionOf } from './revision.ts'
import { GREATEST_KEY, SortedArenaWriter } from './sorted-arena-writer.ts'
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
 * in the database means a new one. A dealer is known by its index. Indices follow a Hilbert curve over the map,
 * so that what an answer is made of lies together in memory.
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

interface ShownDealer {
  id: number
  latitude: number
  longitude: number
  approximate: boolean
  country: string | null
  /** Equal for siblings; null where there can be none. */
  groupKey: string | null
}

/** `buildDirectory` in steps, for a caller that reads many dealers page by page and lets requests through between. */
export class DirectoryBuilder {
  readonly #brand: BrandRow
  readonly #shown: ShownDealer[] = []
  readonly #hidden = new Map<number, TerritoryFault>()
  readonly #json = new SortedArenaWriter()
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
    if (fault !== null) this.#hidden.set(row.id, fault)
    else this.#show(row, hilbertIndex(row.latitude!, row.longitude!), row.country_code)
  }

  /** The directory of all dealers added. The builder is of no use afterwards. */
  finish(territories: Iterable<TerritoryRow>): Directory {
    const count = this.#shown.length
    const fallback = this.#brand.fallback_dealer
    const hasFallback = fallback !== null && whyHidden(fallback) === null
    if (hasFallback) this.#show(fallback, GREATEST_KEY, null)

    const { arena, order } = this.#json.finish()
    const shown = Array.from(order, (position) => this.#shown[position]!)
    const latitudes = Float64Array.from(shown, (dealer) => dealer.latitude)
    const longitudes = Float64Array.from(shown, (dealer) => dealer.longitude)
    const ids = Float64Array.from(shown, (dealer) => dealer.id)
    const indices = new Map(shown.slice(0, count).map((dealer, index) => [dealer.id, index]))
    const countries = shown.map((dealer) => dealer.country)
    const directory = {
      slug: this.#brand.slug,
      count,
      ids,
      latitudes,
      longitudes,
      cosLatitudes: latitudes.map((latitude) => Math.cos(toRadians(latitude))),
      approximate: Uint8Array.from(shown, (dealer) => Number(dealer.approximate)),
      json: arena,
      countries: partition(countries, latitudes, longitudes),
      groups: buildGroups(shown.map((dealer) => dealer.groupKey)),
      territories: new TerritoryMap(territories, (id, country) => {
        const index = indices.get(id)
        if (index === undefined) return this.#hidden.get(id) ?? 'not of this brand'
        return countries[index] === country ? index : 'in another country'
      }),
      fallback: hasFallback ? count : -1,
    }
    return { ...directory, revision: revisionOf(directory, countries) }
  }

  #show(row: DealerRow, key: number, country: string | null): void {
    this.#shown.push({
      id: row.id,
      latitude: row.latitude!,
      longitude: row.longitude!,
      approximate: row.approximate,
      country,
      groupKey: country === null || row.group_id === null ? null : `${country} ${row.group_id}`,
    })
    this.#json.append(key, openDealerJson(row))
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
