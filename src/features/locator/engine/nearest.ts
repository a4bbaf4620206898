import { haversineToMiles, milesToHaversine } from '../../../platform/haversine.ts'
import type { Directory } from './directory.ts'
import type { Origin } from './origin.ts'
import { type PointTree, squaredChordToBox, toUnitVector } from './point-tree.ts'
import { Ranking } from './ranking.ts'

/**
 * Far above what rounding can put between the squared chord of two unit vectors and four times the haversine of
 * the same two places (some 1e-15), and small enough to cost nothing (at the origin itself 0.0013 miles). Points
 * that close to the bound are compared by their haversine, so that the tree never decides a near thing.
 */
const ROUNDING = 1e-13

/** A tree is halved at every level: at most one child waits at each level of 2^32 points. */
const STACK_DEPTH = 33

/** Finds the dealers nearest to a place. Holds the work space of one search at a time. */
export class NearestSearch {
  readonly #directory: Directory
  readonly #ranking: Ranking
  readonly #target = new Float64Array(3)
  readonly #nodes = new Uint32Array(STACK_DEPTH)
  readonly #chords = new Float64Array(STACK_DEPTH)

  /** `capacity`: the greatest limit that will be asked for. */
  constructor(directory: Directory, capacity: number) {
    this.#directory = directory
    this.#ranking = new Ranking(capacity, directory.ids)
  }

  /**
   * The `limit` nearest dealers of a tree that lie at most `maxMiles` away, `except` not among them: exactly
   * those, in that order, that measuring and sorting all would give. Valid until the next search.
   */
  search(tree: PointTree, origin: Origin, limit: number, maxMiles: number, except: number): Ranking {
    const ranking = this.#ranking
    ranking.reset(limit)
    if (limit === 0) return ranking
    toUnitVector(origin.latitude, origin.longitude, this.#target, 0)
    const x = this.#target[0]!
    const y = this.#target[1]!
    const z = this.#target[2]!
    let bound = 4 * milesToHaversine(maxMiles) + ROUNDING
    let pending = 1
    this.#nodes[0] = 0
    this.#chords[0] = squaredChordToBox(tree.boxes, 0, x, y, z)

    while (pending > 0) {
      pending--
      if (this.#chords[pending]! > bound) continue
      let node = this.#nodes[pending]!
      while (tree.right[node] !== 0) {
        const left = node + 1
        const right = tree.right[node]!
        const leftChord = squaredChordToBox(tree.boxes, left, x, y, z)
        const rightChord = squaredChordToBox(tree.boxes, right, x, y, z)
        const leftIsNearer = leftChord <= rightChord
        this.#nodes[pending] = leftIsNearer ? right : left
        this.#chords[pending++] = leftIsNearer ? rightChord : leftChord
        node = leftIsNearer ? left : right
      }
      for (let i = tree.first[node]!; i < tree.end[node]!; i++) {
        const dx = tree.positions[i * 3]! - x
        const dy = tree.positions[i * 3 + 1]! - y
        const dz = tree.positions[i * 3 + 2]! - z
        const dealer = tree.items[i]!
        if (dx * dx + dy * dy + dz * dz > bound || dealer === except) continue
        const haversine = origin.haversineTo(this.#directory, dealer)
        const miles = haversineToMiles(haversine)
        if (miles > maxMiles) continue
        ranking.offer(dealer, haversine, miles)
        bound = Math.min(bound, 4 * ranking.reach + ROUNDING)
      }
    }
    return ranking
  }
}
