import type { LocatedDealer } from './located-dealer.ts'
import type { TerritoryRow } from './rows.ts'

/** Why a territory matches no dealer although it names one. */
export type TerritoryIssue = 'inactive' | 'no coordinates' | 'in another country' | 'not of this brand'

/** What the territory map holds for a postal code. */
export interface Territory {
  /** The code or prefix that matched. */
  postalCode: string
  dealerId: number
  /** The dealer, or why it is no match. */
  match: LocatedDealer | TerritoryIssue
}

/** Returns a territory's dealer, or why it is no match. */
type FindDealer = (dealerId: number, country: string) => LocatedDealer | TerritoryIssue

const PREFIX_LENGTH = 3

/**
 * A brand's territory map: postal code, or prefix, to dealer. The longest match wins, even if its dealer is no match.
 * Of two rows with one code the later wins.
 */
export class TerritoryMap {
  readonly #byCountry: Readonly<Record<string, Map<string, Territory>>> = { US: new Map(), CA: new Map() }

  constructor(rows: Iterable<TerritoryRow>, findDealer: FindDealer) {
    for (const { country, postal_code: postalCode, dealer_id: dealerId } of rows) {
      const match = findDealer(dealerId, country)
      this.#byCountry[country]?.set(postalCode, { postalCode, dealerId, match })
    }
  }

  find(country: string, postalCode: string): Territory | undefined {
    const codes = this.#byCountry[country]
    return codes?.get(postalCode) ?? codes?.get(postalCode.slice(0, PREFIX_LENGTH))
  }

  /** Returns every entry as text, in an order that does not depend on that of the rows. */
  describe(): string[] {
    const describeIn = (country: string) =>
      [...this.#byCountry[country]!.values()].map(({ postalCode, dealerId, match }) =>
        [country, postalCode, dealerId, typeof match === 'string' ? match : ''].join(),
      )
    return Object.keys(this.#byCountry).flatMap(describeIn).sort()
  }
}
