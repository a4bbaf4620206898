import type { TerritoryRow } from './types.ts'
import { ZipTable } from './zip-table.ts'

/** Why a territory entry matches no dealer although it names one. */
export type TerritoryFault = 'inactive' | 'no coordinates' | 'in another country' | 'not of this brand'

/** What the territory map says of a postal code. */
export interface TerritoryEntry {
  /** The code or prefix that matched. */
  postalCode: string
  dealerId: number
  fault: TerritoryFault | null
}

/** Where a territory's dealer stands in the directory, or why it does not count there. */
export type ResolveDealer = (dealerId: number, country: string) => number | TerritoryFault

/** Codes and prefixes, each with the index of its dealer, or below zero with its fault. */
interface CodeTable {
  get(code: string): number | undefined
  set(code: string, value: number): unknown
  keys(): Iterable<string>
}

interface Fault {
  dealerId: number
  why: TerritoryFault
}

const PREFIX_LENGTH = 3

/**
 * A brand's territory map: postal code, or prefix, to dealer. The longest match wins, and where its dealer does
 * not count nothing else takes its place. Of two rows with one code the later holds.
 */
export class TerritoryMap {
  readonly #byCountry = new Map<string, CodeTable>([
    ['US', new ZipTable()],
    ['CA', new Map<string, number>()],
  ])
  /** Few entries are at fault: they stand here, and the map holds -1 - position, small integers only. */
  readonly #faults: Fault[] = []

  constructor(rows: Iterable<TerritoryRow>, resolve: ResolveDealer) {
    for (const row of rows) {
      const resolved = resolve(row.dealer_id, row.country)
      const value =
        typeof resolved === 'number'
          ? resolved
          : -this.#faults.push({ dealerId: row.dealer_id, why: resolved })
      this.#byCountry.get(row.country)?.set(row.postal_code, value)
    }
  }

  /** Index of the dealer that the code is assigned to, or -1 where there is no match. */
  dealerOf(country: string, postalCode: string): number {
    const codes = this.#byCountry.get(country)
    if (codes === undefined) return -1
    const value = codes.get(postalCode) ?? codes.get(postalCode.slice(0, PREFIX_LENGTH)) ?? -1
    return value < 0 ? -1 : value
  }

  /** The same look-up with its grounds, for a person; `idOf` names the dealer at an index. */
  explain(country: string, postalCode: string, idOf: (dealer: number) => number): TerritoryEntry | null {
    const codes = this.#byCountry.get(country)
    for (const code of [postalCode, postalCode.slice(0, PREFIX_LENGTH)]) {
      const value = codes?.get(code)
      if (value === undefined) continue
      const fault = value < 0 ? this.#faults[-value - 1]! : null
      return {
        postalCode: code,
        dealerId: fault?.dealerId ?? idOf(value),
        fault: fault?.why ?? null,
      }
    }
    return null
  }

  /** Every entry in a settled order, for a digest. */
  *entries(): Iterable<[country: string, postalCode: string, dealer: number | Fault]> {
    for (const [country, codes] of this.#byCountry) {
      for (const code of [...codes.keys()].sort()) {
        const value = codes.get(code)!
        yield [country, code, value < 0 ? this.#faults[-value - 1]! : value]
      }
    }
  }
}
