import Supercluster from 'supercluster'

/** `load` replaces all points: longitudes and latitudes in turn. `find` returns marks, `closer` a zoom. */
export type ClusterRequest =
  | { id: number; load: Float64Array }
  | { id: number; find: { box: [west: number, south: number, east: number, north: number]; zoom: number } }
  | { id: number; closer: number }

/** One point, by its position among the loaded ones, or several near ones. */
export type Mark = { longitude: number; latitude: number } & (
  | { point: number }
  | { cluster: number; count: number }
)

/** Pixels in which points become one mark. */
const RADIUS = 50
/** Nearer than this, each point has a mark of its own. */
const UNTIL_ZOOM = 11

let index = new Supercluster<{ point: number }>()

self.onmessage = ({ data }: MessageEvent<ClusterRequest>) => {
  postMessage({ id: data.id, result: answer(data) })
}

function answer(request: ClusterRequest): Mark[] | number | undefined {
  if ('load' in request) return load(request.load)
  if ('closer' in request) return index.getClusterExpansionZoom(request.closer)
  const { box, zoom } = request.find
  return index.getClusters(box, zoom).map(({ properties, geometry }) => {
    const [longitude, latitude] = geometry.coordinates as [number, number]
    return 'cluster' in properties
      ? { longitude, latitude, cluster: properties.cluster_id, count: properties.point_count }
      : { longitude, latitude, point: properties.point }
  })
}

function load(coordinates: Float64Array): undefined {
  index = new Supercluster({ radius: RADIUS, maxZoom: UNTIL_ZOOM })
  index.load(
    Array.from({ length: coordinates.length / 2 }, (_, point) => ({
      type: 'Feature',
      properties: { point },
      geometry: { type: 'Point', coordinates: [coordinates[2 * point]!, coordinates[2 * point + 1]!] },
    })),
  )
}
