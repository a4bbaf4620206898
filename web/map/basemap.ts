import places from 'virtual:places'
import * as L from 'leaflet'
import { feature, mesh } from 'topojson-client'
import states from 'us-atlas/states-10m.json'
import countries from 'world-atlas/countries-110m.json'

const MOST_LABELS = 60
/** Labels are at least this far apart, in pixels. */
const LABEL_WIDTH = 90
const LABEL_HEIGHT = 24

type Topology = Parameters<typeof feature>[0]
type Geometry = Parameters<typeof feature>[1]

/**
 * Draws land, borders and names of cities from data of this program: no server for tiles is needed. Colours come from
 * CSS: `.map-land`, `.map-border`, `.map-label`.
 */
export function addBasemap(map: L.Map): void {
  const renderer = L.svg({ padding: 0.5 })
  const add = (shape: unknown, className: string) =>
    L.geoJSON(shape as never, {
      interactive: false,
      style: { renderer, className, weight: 1 } as never,
    }).addTo(map)
  add(feature(countries as unknown as Topology, countries.objects.countries as Geometry), 'map-land')
  add(feature(states as unknown as Topology, states.objects.states as Geometry), 'map-land')
  add(
    mesh(states as unknown as Topology, states.objects.states as never, (a, b) => a !== b),
    'map-border',
  )
  const labels = L.layerGroup().addTo(map)
  const draw = () => drawLabels(map, labels)
  map.on('moveend zoomend resize', draw)
  draw()
}

/** Shows the largest cities of the view that don't cover one another. */
function drawLabels(map: L.Map, labels: L.LayerGroup): void {
  labels.clearLayers()
  const bounds = map.getBounds()
  const shown: L.Point[] = []
  for (const [name, latitude, longitude] of places) {
    if (shown.length === MOST_LABELS) break
    if (!bounds.contains([latitude, longitude])) continue
    const at = map.latLngToContainerPoint([latitude, longitude])
    if (shown.some(({ x, y }) => Math.abs(x - at.x) < LABEL_WIDTH && Math.abs(y - at.y) < LABEL_HEIGHT))
      continue
    shown.push(at)
    const text = document.createElement('span')
    text.textContent = name
    text.ariaHidden = 'true'
    const icon = L.divIcon({ className: 'map-label', html: text, iconSize: [0, 0] })
    labels.addLayer(
      L.marker([latitude, longitude], { icon, interactive: false, keyboard: false, zIndexOffset: -1000 }),
    )
  }
}
