/**
 * The nearest few of the dealers offered, in order of distance, ties by id. Kept sorted by insertion: `limit`
 * is at most 50, and most offers come too late to be inserted at all.
 */
export class Ranking {
  count = 0
  readonly dealers: Uint32Array
  readonly miles: Float64Array
  readonly #haversines: Float64Array
  readonly #ids: Float64Array
  #limit = 0

  /** `ids`: the id of every dealer. */
  constructor(capacity: number, ids: Float64Array) {
    this.#ids = ids
    this.dealers = new Uint32Array(capacity)
    this.miles = new Float64Array(capacity)
    this.#haversines = new Float64Array(capacity)
  }

  /** Forgets all and keeps the nearest `limit` from now on. */
  reset(limit: number): void {
    this.count = 0
    this.#limit = limit
  }

  offer(dealer: number, haversine: number, miles: number): void {
    let at = this.count
    while (at > 0 && this.#comesBefore(dealer, miles, at - 1)) at--
    if (at === this.#limit) return
    if (this.count < this.#limit) this.count++
    for (let i = this.count - 1; i > at; i--) {
      this.dealers[i] = this.dealers[i - 1]!
      this.miles[i] = this.miles[i - 1]!
      this.#haversines[i] = this.#haversines[i - 1]!
    }
    this.dealers[at] = dealer
    this.miles[at] = miles
    this.#haversines[at] = haversine
  }

  /** The haversine that a dealer must not exceed to be worth an offer: the last one's, once the list is full. */
  get reach(): number {
    return this.count < this.#limit ? 1 : this.#haversines[this.#limit - 1]!
  }

  #comesBefore(dealer: number, miles: number, at: number): boolean {
    if (miles !== this.miles[at]!) return miles < this.miles[at]!
    return this.#ids[dealer]! < this.#ids[this.dealers[at]!]!
  }
}
