import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { drawMap } from '../../ui/map/draw-map.ts'
import { useMapMove } from '../../ui/map/use-map-move.ts'
import { Loaded } from '../../ui/states.tsx'
import { type ListSearch, queryOf } from './list-query.ts'
import { addTerritories } from './territory-layer.ts'

type TerritoryMap = Schemas['TerritoryMap']
type Territory = TerritoryMap['territories'][number]

const t = text.territories.map

/** Where the postal codes of the list are, in a color for each dealer. */
export default function MapView({ brand, search }: { brand: string; search: Partial<ListSearch> }) {
  const { page: _page, ...query } = queryOf(search)
  const found = useQuery(readList('/admin/v1/territories/map', { query: { ...query, brand } }))
  return <Loaded query={found}>{({ data }) => <Found data={data} at={search.at} />}</Loaded>
}

function Found({
  data: { dealers, territories, unplaced },
  at,
}: {
  data: TerritoryMap
  at: string | undefined
}) {
  const [picked, setPicked] = useState<Territory>()
  const box = useRef<HTMLElement>(null)
  const layer = useRef<ReturnType<typeof addTerritories<Territory>>>(undefined)
  const move = useMapMove()
  const view = useRef(at)
  view.current = at
  useEffect(() => {
    const map = drawMap(box.current!)
    layer.current = addTerritories<Territory>(map, { onPick: setPicked, onMove: (to) => move.current(to) })
    return () => void map.remove()
  }, [move])
  useEffect(() => {
    setPicked(undefined)
    layer.current!.show(territories, view.current)
  }, [territories])
  const dealer = picked && dealers.find(({ id }) => id === picked.dealer_id)
  return (
    <div className="stack-small">
      <p className="muted" role="status">
        {t.shown(territories.length, dealers.length)} {unplaced > 0 && t.unplaced(unplaced)}
      </p>
      <section className="map" ref={box} aria-label={t.label} />
      <p role="status">
        {picked && dealer ? (
          <>
            <span className="mono">{picked.postal_code}</span> ({picked.country}):{' '}
            <Link to="/dealers/$id" params={{ id: String(dealer.id) }}>
              {dealer.name}
            </Link>
          </>
        ) : (
          <span className="muted">{t.pick}</span>
        )}
      </p>
    </div>
  )
}
