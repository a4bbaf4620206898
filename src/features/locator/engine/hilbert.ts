/** Bits of each coordinate: steps of some 0.01 degrees. Twice as many bits make a place on the curve. */
const BITS = 15

/** Where along the curve a dealer without coordinates stands: behind all others. */
const NOWHERE = 4 ** BITS
/** Positions are packed below an index into one double, which holds 53 bits. */
const POSITIONS = 2 ** 22

interface Place {
  id: number
  latitude: number | null
  longitude: number | null
}

/**
 * Puts dealers in order along the curve, those without coordinates last. Dealers at one spot stay in the order in
 * which they were added.
 */
export class CurveOrder {
  readonly #ids: number[] = []
  readonly #keys: number[] = []

  /** Adds a dealer. `RangeError` beyond four million. */
  add({ id, latitude, longitude }: Place): void {
    const position = this.#ids.push(id) - 1
    if (position === POSITIONS) throw new RangeError(`more than ${POSITIONS} dealers`)
    const index = latitude === null || longitude === null ? NOWHERE : hilbertIndex(latitude, longitude)
    this.#keys.push(index * POSITIONS + position)
  }

  /** The ids of all dealers added, in order. */
  ids(): number[] {
    return Array.from(Float64Array.from(this.#keys).sort(), (key) => this.#ids[key % POSITIONS]!)
  }
}

/** Where a point (degrees) lies along a Hilbert curve over the map, 0 to 2^30 - 1: near places are near each other. */
function hilbertIndex(latitude: number, longitude: number): number {
  let x = toCell((longitude + 180) / 360)
  let y = toCell((latitude + 90) / 180)
  let index = 0
  for (let side = 1 << (BITS - 1); side > 0; side >>= 1) {
    const right = (x & side) !== 0
    const upper = (y & side) !== 0
    index = index * 4 + (right ? (upper ? 2 : 3) : upper ? 1 : 0)
    if (upper) continue
    // A lower quarter is the curve turned on its side.
    if (right) {
      x = ~x
      y = ~y
    }
    const swapped = x
    x = y
    y = swapped
  }
  return index
}

function toCell(share: number): number {
  const cells = 1 << BITS
  return Math.max(0, Math.min(cells - 1, Math.floor(share * cells)))
}
