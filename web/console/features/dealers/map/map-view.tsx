import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as L from 'leaflet'
import { useEffect, useRef } from 'react'
import Supercluster from 'supercluster'
import { useBrandFilter, useBrands } from '../../../api/brands.ts'
import type { Schemas } from '../../../api/client.ts'
import { read } from '../../../api/queries.ts'
import { text } from '../../../text/text.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Failure, Loading } from '../../../ui/states.tsx'
import { drawMap, markOf } from './draw-map.ts'

type Point = Schemas['DealerPoint']

const t = text.dealers.map
const CLUSTER_RADIUS = 50
const CLUSTER_UNTIL_ZOOM = 11

/** Where the active dealers are, near ones as one circle with their count. */
export default function MapView() {
  const { brand } = useBrandFilter()
  const brands = useBrands()
  const slugs = brand === undefined ? brands.map(({ slug }) => slug) : [brand]
  const { points, error, isPending } = useQueries({
    queries: slugs.map((slug) => read('/admin/v1/dealers/map', { query: { brand: slug } })),
    combine,
  })
  if (error) return <Failure error={error} />
  return isPending ? <Loading /> : <DealersMap points={points} />
}

/** A dealer of several brands has one point. */
function combine(answers: readonly UseQueryResult<{ data: Point[] }>[]) {
  const all = answers.flatMap(({ data }) => data?.data ?? [])
  return {
    points: [...new Map(all.map((point) => [point.id, point])).values()],
    error: answers.find(({ error }) => error !== null)?.error,
    isPending: answers.some(({ isPending }) => isPending),
  }
}

function DealersMap({ points }: { points: readonly Point[] }) {
  const box = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const open = useRef<(id: number) => void>(undefined)
  open.current = (id) => void navigate({ to: '/dealers/$id', params: { id: String(id) } })
  useEffect(() => {
    const map = drawMap(box.current!)
    showPoints(map, points, (id) => open.current!(id))
    return () => void map.remove()
  }, [points])
  return (
    <div className="stack-small">
      <p className="muted">{t.shown(points.length)}</p>
      <section className="map" ref={box} aria-label={t.label} />
    </div>
  )
}

function showPoints(map: L.Map, points: readonly Point[], onOpen: (id: number) => void): void {
  const index = new Supercluster<Point>({ radius: CLUSTER_RADIUS, maxZoom: CLUSTER_UNTIL_ZOOM })
  index.load(
    points.map((point) => ({
      type: 'Feature',
      properties: point,
      geometry: { type: 'Point', coordinates: [point.longitude, point.latitude] },
    })),
  )
  const marks = L.layerGroup().addTo(map)
  const add = (at: L.LatLngExpression, icon: L.DivIcon, title: string, onClick: () => void) =>
    L.marker(at, { icon, title }).on('click', onClick).addTo(marks)
  const draw = () => {
    marks.clearLayers()
    const bounds = map.getBounds().pad(0.2)
    const box: [number, number, number, number] = [
      bounds.getWest(),
      bounds.getSouth(),
      bounds.getEast(),
      bounds.getNorth(),
    ]
    for (const { properties, geometry } of index.getClusters(box, map.getZoom())) {
      const [longitude, latitude] = geometry.coordinates as [number, number]
      if ('cluster' in properties) {
        const { cluster_id: id, point_count: count } = properties
        const closer = () => map.setView([latitude, longitude], index.getClusterExpansionZoom(id))
        add([latitude, longitude], markOf(formatNumber(count)), t.cluster(count), closer)
      } else add([latitude, longitude], markOf(), properties.name, () => onOpen(properties.id))
    }
  }
  map.on('moveend', draw)
  if (points.length === 0) return
  const all = L.latLngBounds(points.map(({ latitude, longitude }) => [latitude, longitude]))
  // It ends with `moveend`, which draws.
  map.fitBounds(all, { padding: [40, 40], maxZoom: 9, animate: false })
}
