import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useBrands } from '../../../api/brands.ts'
import type { Schemas } from '../../../api/client.ts'
import { readList } from '../../../api/queries.ts'
import { text } from '../../../text/text.ts'
import { drawMap } from '../../../ui/map/draw-map.ts'
import { useMapMove } from '../../../ui/map/use-map-move.ts'
import { Failure, LoadingMap } from '../../../ui/states.tsx'
import { type ListSearch, mapQueryOf } from '../list-query.ts'
import { addPoints } from './points-layer.ts'

type Point = Schemas['DealerPoint']

const t = text.dealers.map

/** Where the dealers of the list are. `matching`: how many the list has, with and without a location. */
export default function MapView({
  search: { brand, ...search },
  matching,
}: {
  search: Partial<ListSearch> & { brand?: string }
  matching: { total: number | null; total_is_minimum?: true } | undefined
}) {
  const brands = useBrands()
  const slugs = brand === undefined ? brands.map(({ slug }) => slug) : [brand]
  const { points, error, isPending } = useQueries({
    queries: slugs.map((slug) =>
      readList('/admin/v1/dealers/map', { query: { ...mapQueryOf(search), brand: slug } }),
    ),
    combine,
  })
  if (error) return <Failure error={error} />
  if (isPending) return <LoadingMap />
  return (
    <div className="stack-small">
      <p className="muted" role="status">
        {t.shown(points.length, matching?.total_is_minimum ? null : (matching?.total ?? null))}
      </p>
      <DealersMap points={points} at={search.at} />
    </div>
  )
}

/** A dealer of several brands has one point. */
function combine(answers: readonly UseQueryResult<{ data: Point[] }>[]) {
  const all = answers.map(({ data }) => data?.data ?? [])
  return {
    points: all.length === 1 ? all[0]! : [...new Map(all.flat().map((point) => [point.id, point])).values()],
    error: answers.find(({ error }) => error !== null)?.error,
    isPending: answers.some(({ isPending }) => isPending),
  }
}

function DealersMap({ points, at }: { points: readonly Point[]; at: string | undefined }) {
  const box = useRef<HTMLElement>(null)
  const layer = useRef<ReturnType<typeof addPoints>>(undefined)
  const navigate = useNavigate()
  const open = useRef<(id: number) => void>(undefined)
  open.current = (id) => void navigate({ to: '/dealers/$id', params: { id: String(id) } })
  const move = useMapMove()
  const view = useRef(at)
  view.current = at
  useEffect(() => {
    const map = drawMap(box.current!)
    layer.current = addPoints(map, { onOpen: (id) => open.current!(id), onMove: (to) => move.current(to) })
    return () => void map.remove()
  }, [move])
  useEffect(() => layer.current!.show(points, view.current), [points])
  return <section className="map" ref={box} aria-label={t.label} />
}
