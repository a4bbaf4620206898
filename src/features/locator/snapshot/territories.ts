import type { LocatedDealer } from './located-dealer.ts'

/** Why a territory matches no dealer although it names one. */
export type TerritoryIssue = 'inactive' | 'no coordinates' | 'in another country' | 'not of this brand'

/** The territory map's entry for a postal code. */
export interface Territory {
  /** The code or prefix that matched. */
  postalCode: string
  dealerId: number
  /** The dealer, or why it is no match. */
  match: LocatedDealer | TerritoryIssue
}

const PREFIX_LENGTH = 3

/** A brand's territory map: postal code, or prefix, to dealer. The longest match wins, even if its dealer is no match. */
export class TerritoryMap {
  readonly #byCountry = new Map<string, Map<string, Territory>>()

  /** Adds a territory. Of two with one code the later wins. */
  set(country: string, territory: Territory): void {
    const codes = this.#byCountry.get(country)
    if (codes) codes.set(territory.postalCode, territory)
    else this.#byCountry.set(country, new Map([[territory.postalCode, territory]]))
  }

  find(country: string, postalCode: string): Territory | undefined {
    const codes = this.#byCountry.get(country)
    return codes?.get(postalCode) ?? codes?.get(postalCode.slice(0, PREFIX_LENGTH))
  }

  /** Returns the codes and prefixes in a country that belong to a dealer. */
  codesOf(country: string, dealerId: number): string[] {
    const all = this.#byCountry.get(country)?.values() ?? []
    return [...all].flatMap((territory) => (territory.dealerId === dealerId ? [territory.postalCode] : []))
  }
}
