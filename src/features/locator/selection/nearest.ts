import { haversineToMiles, milesToHaversine } from '../../../platform/haversine.ts'
import type { LocatedDealer } from '../snapshot/located-dealer.ts'
import type { Origin } from './origin.ts'
import { type PointTree, squaredChordToBox, toUnitVector } from './point-tree.ts'

/**
 * Far above what rounding can put between the squared chord of two unit vectors and four times the haversine of
 * the same two places (some 1e-15), and small enough to cost nothing (at the origin itself 0.0013 miles). Points
 * that close to the bound are compared by their haversine, so that the tree never decides a near thing.
 */
const ROUNDING = 1e-13

interface Near {
  dealer: LocatedDealer
  haversine: number
  miles: number
}

interface Bounds {
  limit: number
  maxMiles: number
  /** Not to be found. */
  except: LocatedDealer | undefined
}

/**
 * Returns the `limit` nearest dealers of a tree that are at most `maxMiles` away: exactly those, in that order, that
 * measuring and sorting all would give, ties by id.
 */
export function findNearest(
  tree: PointTree<LocatedDealer>,
  origin: Origin,
  { limit, maxMiles, except }: Bounds,
): Near[] {
  const nearest: Near[] = []
  if (limit === 0) return nearest
  const [x, y, z] = toUnitVector(origin)
  let bound = 4 * milesToHaversine(maxMiles) + ROUNDING
  const nodes = [0]
  const chords = [squaredChordToBox(tree.boxes, 0, x, y, z)]

  while (nodes.length > 0) {
    let node = nodes.pop()!
    if (chords.pop()! > bound) continue
    while (tree.right[node] !== 0) {
      const left = node + 1
      const right = tree.right[node]!
      const leftChord = squaredChordToBox(tree.boxes, left, x, y, z)
      const rightChord = squaredChordToBox(tree.boxes, right, x, y, z)
      const leftIsNearer = leftChord <= rightChord
      nodes.push(leftIsNearer ? right : left)
      chords.push(leftIsNearer ? rightChord : leftChord)
      node = leftIsNearer ? left : right
    }
    for (let i = tree.first[node]!; i < tree.end[node]!; i++) {
      const dx = tree.positions[i * 3]! - x
      const dy = tree.positions[i * 3 + 1]! - y
      const dz = tree.positions[i * 3 + 2]! - z
      if (dx * dx + dy * dy + dz * dz > bound) continue
      const [latitude, longitude, cosLatitude] = [
        tree.places[i * 3]!,
        tree.places[i * 3 + 1]!,
        tree.places[i * 3 + 2]!,
      ]
      const haversine = origin.haversineTo(latitude, longitude, cosLatitude)
      const miles = haversineToMiles(haversine)
      const isTooFar = miles > maxMiles || (nearest.length === limit && miles > nearest[limit - 1]!.miles)
      const dealer = tree.items[i]!
      if (isTooFar || dealer === except) continue
      insert(nearest, { dealer, haversine, miles }, limit)
      if (nearest.length === limit) bound = Math.min(bound, 4 * nearest[limit - 1]!.haversine + ROUNDING)
    }
  }
  return nearest
}

/** Keeps the list sorted by insertion: it has 50 entries at most, and most dealers come too late to be in it. */
function insert(nearest: Near[], near: Near, limit: number): void {
  let at = nearest.length === limit ? limit - 1 : nearest.length
  if (at < nearest.length && !comesBefore(near, nearest[at]!)) return
  for (; at > 0 && comesBefore(near, nearest[at - 1]!); at--) nearest[at] = nearest[at - 1]!
  nearest[at] = near
}

function comesBefore(a: Near, b: Near): boolean {
  return a.miles === b.miles ? a.dealer.id < b.dealer.id : a.miles < b.miles
}
