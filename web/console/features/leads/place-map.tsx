import { useNavigate } from '@tanstack/react-router'
import * as L from 'leaflet'
import { useEffect, useRef } from 'react'
import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { drawMap, iconOf } from '../../ui/map/draw-map.ts'
import type { LeadDealer } from './lead.ts'

type Location = Schemas['Location']

const t = text.leads.map
const NUMBER_SIZE = 26
const PROSPECT_SIZE = 40
const CLOSEST_ZOOM = 10
const TERRITORY_RADIUS = 6
/** More than the height of the map: places further south would be above others. */
const ABOVE = 1_000
const TERRITORY_PANE = 'territory'

/**
 * The prospect, the dealers that the locator lists, with their numbers in the table, the territory, and the lead's dealer,
 * also where somebody chose one that is not listed.
 */
export default function PlaceMap({ location, dealer }: { location: Location; dealer: LeadDealer | null }) {
  const box = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const open = useRef<(id: number) => void>(undefined)
  open.current = (id) => void navigate({ to: '/dealers/$id', params: { id: String(id) } })
  const { explain, dealers, territory_points: territory } = location
  useEffect(() => {
    const map = drawMap(box.current!)
    showPlaces(map, location, { dealer, onOpen: (id) => open.current!(id) })
    return () => void map.remove()
  }, [location, dealer])
  return (
    <div className="stack-small">
      <section className="map map-small" ref={box} aria-label={t.label} />
      <ul className="map-legend">
        {explain.latitude !== null && (
          <li>
            <Swatch name="map-prospect" />
            {t.prospect(explain.postal_code)}
          </li>
        )}
        {dealer && (
          <li>
            <Swatch name="map-number map-chosen" />
            {t.chosen}
          </li>
        )}
        {dealers.some(({ id }) => id !== dealer?.id) && (
          <li>
            <Swatch name="map-number" />
            {dealer ? t.others : t.dealers}
          </li>
        )}
        {territory.length > 0 && (
          <li>
            <svg width="14" height="14" aria-hidden="true">
              <circle className="map-territory" cx="7" cy="7" r="6" />
            </svg>
            {t.territory(territory.length)}
          </li>
        )}
      </ul>
    </div>
  )
}

function Swatch({ name }: { name: string }) {
  return (
    <span className="map-mark" aria-hidden="true">
      <span className={name} />
    </span>
  )
}

function showPlaces(
  map: L.Map,
  { explain, dealers, territory_points: territory }: Location,
  { dealer, onOpen }: { dealer: LeadDealer | null; onOpen: (id: number) => void },
): void {
  const bounds = L.latLngBounds([])
  // The land is drawn later, and must not cover it.
  map.createPane(TERRITORY_PANE).classList.add('map-territory-pane')
  for (const { latitude, longitude } of territory) {
    L.circleMarker([latitude, longitude], {
      pane: TERRITORY_PANE,
      className: 'map-territory',
      radius: TERRITORY_RADIUS,
      weight: 1,
      interactive: false,
    }).addTo(map)
  }
  const addDealer = (
    { id, latitude, longitude }: LeadDealer,
    title: string,
    offset: number,
    text: string,
  ) => {
    const className = id === dealer?.id ? 'map-number map-chosen' : 'map-number'
    const icon = iconOf(className, { size: NUMBER_SIZE, text })
    const marker = L.marker([latitude, longitude], { icon, title, zIndexOffset: offset * ABOVE })
    marker.on('click', () => onOpen(id)).addTo(map)
  }
  for (const [i, listed] of dealers.entries()) {
    addDealer(listed, t.dealer(i + 1, listed.name), dealers.length - i, String(i + 1))
    // A dealer's siblings may be far away.
    if (listed.match_type !== 'group_sibling') bounds.extend([listed.latitude, listed.longitude])
  }
  if (dealer && !dealers.some(({ id }) => id === dealer.id)) {
    addDealer(dealer, dealer.name, dealers.length + 1, '★')
    bounds.extend([dealer.latitude, dealer.longitude])
  }
  if (explain.latitude !== null && explain.longitude !== null) {
    const icon = iconOf('map-prospect', { size: PROSPECT_SIZE })
    const at: L.LatLngTuple = [explain.latitude, explain.longitude]
    L.marker(at, { icon, interactive: false, keyboard: false, zIndexOffset: -ABOVE }).addTo(map)
    bounds.extend(at)
  }
  if (bounds.isValid()) map.fitBounds(bounds, { padding: [30, 30], maxZoom: CLOSEST_ZOOM, animate: false })
}
