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

const world = countries as unknown as Topology
const america = states as unknown as Topology

/**
 * Draws land, borders and names of cities from data of this program: no server for tiles is needed. Colors come from
 * CSS: `.map-land`, `.map-border`, `.map-label`. Each layer is a task of its own, so that the page stays usable.
 */
export async function addBasemap(map: L.Map): Promise<void> {
  const renderer = L.svg({ padding: 0.5 })
  const labels = L.layerGroup()
  let isThere = true
  map.once('unload', () => {
    isThere = false
  })
  for (const [className, shape] of LAYERS) {
    await new Promise((resolve) => setTimeout(resolve))
    if (!isThere) return
    const style = { renderer, className, weight: 1 }
    L.geoJSON(shape() as never, { interactive: false, style: style as never }).addTo(map)
  }
  labels.addTo(map)
  const draw = () => drawLabels(map, labels)
  map.on('moveend zoomend resize', draw)
  draw()
}

const LAYERS: [className: string, shape: () => unknown][] = [
  ['map-land', () => unwrapped(feature(world, world.objects.countries as Geometry))],
  ['map-land', () => unwrapped(feature(america, america.objects.states as Geometry))],
  ['map-border', () => mesh(america, america.objects.states as never, (a, b) => a !== b)],
]

type Ring = [longitude: number, latitude: number][]

/** Returns shapes whose outlines go on beyond 180° instead of jumping to -180°, which would be a line across the map. */
function unwrapped(shapes: unknown): unknown {
  const rings: Ring[] = []
  const collect = (value: unknown) => {
    if (!Array.isArray(value)) return
    if (Array.isArray(value[0]) && typeof value[0][0] === 'number') rings.push(value as Ring)
    else value.forEach(collect)
  }
  const { features } = shapes as { features: { geometry: { coordinates: unknown } | null }[] }
  for (const { geometry } of features) collect(geometry?.coordinates)
  for (const ring of rings) {
    for (const [i, point] of ring.entries()) {
      const before = ring[i - 1]?.[0] ?? point[0]
      point[0] += 360 * Math.round((before - point[0]) / 360)
    }
  }
  return shapes
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
