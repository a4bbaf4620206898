import { toRadians } from '../../../platform/haversine.ts'

const LEAF_POINTS = 8
const AXES = 3
/** Half a millisecond's work. */
const STEP_POINTS = 1_000

/** A place in degrees, WGS 84. */
interface Place {
  latitude: number
  longitude: number
  cosLatitude: number
}

/**
 * A k-d tree over points on the unit sphere. In three dimensions the antimeridian and the poles are places like
 * any other, and the squared chord between two points is four times their haversine: nothing is approximate.
 *
 * Nodes are in preorder: a node's left child follows it, `right` names the other (0 in a leaf). Points are in
 * leaf order, so that a leaf is one run of memory.
 */
export interface PointTree<T extends Place> {
  /** In leaf order. */
  items: readonly T[]
  /** x, y, z of each item, in leaf order. */
  positions: Float64Array
  /** Latitude, longitude and the latitude's cosine of each item, in leaf order: 20 times as fast as asking the items. */
  places: Float64Array
  /** Per node: its first point, the end of its points, its right child. */
  first: Uint32Array
  end: Uint32Array
  right: Uint32Array
  /** Per node: smallest x, y, z, largest x, y, z. */
  boxes: Float64Array
}

/** Returns the unit vector of a place. */
export function toUnitVector({
  latitude,
  longitude,
}: Omit<Place, 'cosLatitude'>): [x: number, y: number, z: number] {
  const phi = toRadians(latitude)
  const lambda = toRadians(longitude)
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** Builds the tree over `items`, in short steps: only the first nodes of a large tree take milliseconds. */
export function* buildPointTree<T extends Place>(items: readonly T[]): Generator<void, PointTree<T>> {
  const vectors = new Float64Array(items.length * AXES)
  for (let i = 0; i < items.length; i++) {
    vectors.set(toUnitVector(items[i]!), i * AXES)
    if (i % STEP_POINTS === 0) yield
  }
  const order = new Uint32Array(items.length).map((_, i) => i)
  const nodes: Nodes = { first: [], end: [], right: [], boxes: [] }
  if (items.length > 0) yield* addNode(nodes, vectors, order, 0, items.length)

  const inOrder: T[] = []
  const positions = new Float64Array(vectors.length)
  const places = new Float64Array(vectors.length)
  for (let i = 0; i < items.length; i++) {
    const item = items[order[i]!]!
    inOrder.push(item)
    positions.set(vectors.subarray(order[i]! * AXES, (order[i]! + 1) * AXES), i * AXES)
    places.set([item.latitude, item.longitude, item.cosLatitude], i * AXES)
    if (i % STEP_POINTS === 0) yield
  }
  return {
    items: inOrder,
    positions,
    places,
    first: Uint32Array.from(nodes.first),
    end: Uint32Array.from(nodes.end),
    right: Uint32Array.from(nodes.right),
    boxes: Float64Array.from(nodes.boxes),
  }
}

/** Returns the squared chord from (x, y, z) to the nearest corner, edge or face of a node's box; 0 inside it. */
export function squaredChordToBox(
  boxes: Float64Array,
  node: number,
  x: number,
  y: number,
  z: number,
): number {
  const at = node * AXES * 2
  const dx = Math.max(boxes[at]! - x, 0, x - boxes[at + 3]!)
  const dy = Math.max(boxes[at + 1]! - y, 0, y - boxes[at + 4]!)
  const dz = Math.max(boxes[at + 2]! - z, 0, z - boxes[at + 5]!)
  return dx * dx + dy * dy + dz * dz
}

interface Nodes {
  first: number[]
  end: number[]
  right: number[]
  boxes: number[]
}

/** Returns the node. */
function* addNode(
  nodes: Nodes,
  vectors: Float64Array,
  order: Uint32Array,
  first: number,
  end: number,
): Generator<void, number> {
  if (end - first >= STEP_POINTS) yield
  const node = nodes.first.push(first) - 1
  nodes.end.push(end)
  nodes.right.push(0)
  const box = boundingBox(vectors, order, first, end)
  nodes.boxes.push(...box)
  if (end - first <= LEAF_POINTS) return node

  const axis = widestAxis(box)
  const middle = (first + end) >> 1
  selectNth(vectors, axis, order, first, end - 1, middle)
  yield* addNode(nodes, vectors, order, first, middle)
  nodes.right[node] = yield* addNode(nodes, vectors, order, middle, end)
  return node
}

function boundingBox(vectors: Float64Array, order: Uint32Array, first: number, end: number): number[] {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = first; i < end; i++) {
    for (let axis = 0; axis < AXES; axis++) {
      const value = vectors[order[i]! * AXES + axis]!
      if (value < low[axis]!) low[axis] = value
      if (value > high[axis]!) high[axis] = value
    }
  }
  return [...low, ...high]
}

function widestAxis(box: number[]): number {
  const widths = [0, 1, 2].map((axis) => box[axis + AXES]! - box[axis]!)
  return widths.indexOf(Math.max(...widths))
}

/** Hoare's selection: reorders first..last so that nothing left of `nth` is greater on the axis, and nothing right of it smaller. */
function selectNth(
  vectors: Float64Array,
  axis: number,
  order: Uint32Array,
  first: number,
  last: number,
  nth: number,
): void {
  while (first < last) {
    const pivot = vectors[order[(first + last) >> 1]! * AXES + axis]!
    let low = first
    let high = last
    while (low <= high) {
      while (vectors[order[low]! * AXES + axis]! < pivot) low++
      while (vectors[order[high]! * AXES + axis]! > pivot) high--
      if (low > high) break
      const swapped = order[low]!
      order[low++] = order[high]!
      order[high--] = swapped
    }
    if (nth <= high) last = high
    else if (nth >= low) first = low
    else return
  }
}
