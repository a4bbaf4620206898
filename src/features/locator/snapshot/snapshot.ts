import { createHash, type Hash } from 'node:crypto'
import { buildPointTree, type PointTree } from '../selection/point-tree.ts'
import { type LocatedDealer, toLocatedDealer } from './located-dealer.ts'
import type { BrandRow, DealerRow, TerritoryRow } from './rows.ts'
import { type TerritoryIssue, TerritoryMap } from './territories.ts'

/** Countries whose results are bounded by limit and distance, and which have territories. */
export const BOUNDED_COUNTRIES: readonly string[] = ['US', 'CA']

/** Increase it when the same dealers are to be rendered as other bytes. */
const BODY_FORMAT = 3
const REVISION_CHARACTERS = 16

/** The dealers of one country: a tree where results are bounded, else a list by name, ties by id. */
type CountryDealers = { tree: PointTree<LocatedDealer> } | { dealers: readonly LocatedDealer[] }

/** One brand's dealers and territories as the locator needs them. Immutable: a change in the database makes a new one. */
export interface Snapshot {
  slug: string
  /** Digest of everything a response is made of: equal in every process that has read the same rows. */
  revision: string
  countries: ReadonlyMap<string, CountryDealers>
  territories: TerritoryMap
  /** The contact for countries without a dealer. */
  fallback: LocatedDealer | null
}

interface Named {
  name: string
  dealer: LocatedDealer
}

/** Builds a brand's snapshot from rows that are read page by page: requests are answered in between. */
export class SnapshotBuilder {
  readonly #brand: BrandRow
  readonly #digest: Hash
  readonly #dealers = new Map<number, LocatedDealer>()
  readonly #hidden = new Map<number, TerritoryIssue>()
  readonly #bounded = new Map<string, LocatedDealer[]>()
  readonly #elsewhere = new Map<string, Named[]>()
  readonly #groups = new Map<string, LocatedDealer[]>()
  readonly #territories = new TerritoryMap()

  constructor(brand: BrandRow) {
    this.#brand = brand
    this.#digest = createHash('sha256').update(`${BODY_FORMAT} ${brand.slug}\n`)
  }

  /** Adds a dealer of the brand, an inactive one too: the order must be that of their ids. */
  addDealer(row: DealerRow): void {
    const issue = whyHidden(row)
    if (issue) {
      this.#hidden.set(row.id, issue)
      return
    }
    const dealer = this.#digested(row)
    this.#dealers.set(row.id, dealer)
    const { country } = dealer
    if (country === null) return
    if (BOUNDED_COUNTRIES.includes(country)) push(this.#bounded, country, dealer)
    else push(this.#elsewhere, country, { name: row.name, dealer })
    if (row.group_id !== null) push(this.#groups, `${country} ${row.group_id}`, dealer)
  }

  /** Adds a territory, after all dealers: the order must be that of country and code. */
  addTerritory({ country, postal_code: postalCode, dealer_id: dealerId }: TerritoryRow): void {
    if (!BOUNDED_COUNTRIES.includes(country)) return
    const match = this.#find(dealerId, country)
    this.#territories.set(country, { postalCode, dealerId, match })
    this.#digest.update(`\n${country},${postalCode},${dealerId},${typeof match === 'string' ? match : ''}`)
  }

  /** Completes the snapshot, in short steps. */
  *finish(): Generator<void, Snapshot> {
    for (const members of this.#groups.values()) {
      if (members.length > 1) for (const member of members) member.siblings = members
    }
    const countries = new Map<string, CountryDealers>()
    for (const [country, dealers] of this.#bounded) {
      countries.set(country, { tree: yield* buildPointTree(dealers) })
    }
    for (const [country, named] of this.#elsewhere) {
      countries.set(country, { dealers: named.sort(byName).map(({ dealer }) => dealer) })
      yield
    }
    this.#digest.update('\nfallback ')
    const contact = this.#brand.fallback_dealer
    const fallback = contact && !whyHidden(contact) ? this.#digested(contact) : null
    const revision = this.#digest.digest('base64url').slice(0, REVISION_CHARACTERS)
    return { slug: this.#brand.slug, revision, countries, territories: this.#territories, fallback }
  }

  #digested(row: DealerRow): LocatedDealer {
    const dealer = toLocatedDealer(row)
    this.#digest.update(`\n${dealer.country} ${dealer.approximate} `).update(dealer.json, 'latin1')
    return dealer
  }

  #find(id: number, country: string): LocatedDealer | TerritoryIssue {
    const dealer = this.#dealers.get(id)
    if (!dealer) return this.#hidden.get(id) ?? 'not of this brand'
    return dealer.country === country ? dealer : 'in another country'
  }
}

function whyHidden(row: DealerRow): TerritoryIssue | null {
  if (!row.active) return 'inactive'
  return row.latitude === null || row.longitude === null ? 'no coordinates' : null
}

const { compare } = new Intl.Collator('en')

function byName(a: Named, b: Named): number {
  return compare(a.name, b.name) || a.dealer.id - b.dealer.id
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
