import type { Selection } from './types.ts'

const FIRST_CAPACITY = 64

/** A selection that is filled row by row, and reused from query to query: its arrays only ever grow. */
export class SelectionRows implements Selection {
  count = 0
  dealers = new Uint32Array(FIRST_CAPACITY)
  matchTypes = new Uint8Array(FIRST_CAPACITY)
  miles = new Float64Array(FIRST_CAPACITY)

  clear(): void {
    this.count = 0
  }

  push(dealer: number, matchType: number, miles: number): void {
    if (this.count === this.dealers.length) this.#grow()
    this.matchTypes[this.count] = matchType
    this.#put(this.count++, dealer, miles)
  }

  /** Sorts the rows from `from` on by distance, ties by id. They must be of one match type. */
  sortFrom(from: number, ids: Float64Array): void {
    const length = this.count - from
    for (let root = (length >> 1) - 1; root >= 0; root--) this.#sift(from, root, length, ids)
    for (let last = length - 1; last > 0; last--) {
      this.#swap(from, from + last)
      this.#sift(from, 0, last, ids)
    }
  }

  /** Heapsort's step: lets a row sink to where both rows below it come before it. In place, whatever the number. */
  #sift(from: number, root: number, length: number, ids: Float64Array): void {
    let parent = root
    for (let child = 2 * parent + 1; child < length; child = 2 * parent + 1) {
      if (child + 1 < length && this.#comesBefore(from + child, from + child + 1, ids)) child++
      if (!this.#comesBefore(from + parent, from + child, ids)) return
      this.#swap(from + parent, from + child)
      parent = child
    }
  }

  #comesBefore(a: number, b: number, ids: Float64Array): boolean {
    if (this.miles[a]! !== this.miles[b]!) return this.miles[a]! < this.miles[b]!
    return ids[this.dealers[a]!]! < ids[this.dealers[b]!]!
  }

  #swap(a: number, b: number): void {
    const dealer = this.dealers[a]!
    const miles = this.miles[a]!
    this.#put(a, this.dealers[b]!, this.miles[b]!)
    this.#put(b, dealer, miles)
  }

  #put(at: number, dealer: number, miles: number): void {
    this.dealers[at] = dealer
    this.miles[at] = miles
  }

  #grow(): void {
    const capacity = this.count * 2
    const { dealers, matchTypes, miles } = this
    this.dealers = new Uint32Array(capacity)
    this.matchTypes = new Uint8Array(capacity)
    this.miles = new Float64Array(capacity)
    this.dealers.set(dealers)
    this.matchTypes.set(matchTypes)
    this.miles.set(miles)
  }
}
