import * as L from 'leaflet'
import { followView, readView } from '../../ui/map/view.ts'

/** A postal code on the map. */
export interface Place {
  latitude: number
  longitude: number
  dealer_id: number
}

const RADIUS = 4
/** How near a click must be, in pixels. */
const NEAR = 12
/** Points that are drawn in one go: more would keep the page from answering. */
const SLICE = 4_000

/**
 * Shows postal codes on a map, those of one dealer in one color. They are painted: tens of thousands of elements would
 * be too many. `onPick` gets the one that somebody clicked, `onMove` the part of the map that is shown.
 */
export function addTerritories<P extends Place>(
  map: L.Map,
  { onPick, onMove }: { onPick: (place: P | undefined) => void; onMove: (view: string) => void },
) {
  const view = followView(map, onMove)
  // Above the land, which is in the pane for overlays, and below the names of cities.
  const pane = map.createPane('territories')
  pane.style.zIndex = '450'
  pane.style.pointerEvents = 'none'
  const canvas = L.DomUtil.create('canvas', '', pane)
  canvas.ariaHidden = 'true'
  let places: readonly P[] = []
  /** Each drawing ends the one before. */
  let drawing = 0

  async function draw(): Promise<void> {
    drawing += 1
    const own = drawing
    const { x: width, y: height } = map.getSize()
    const ratio = devicePixelRatio
    canvas.width = width * ratio
    canvas.height = height * ratio
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
    L.DomUtil.setPosition(canvas, map.containerPointToLayerPoint([0, 0]))
    const context = canvas.getContext('2d')!
    context.scale(ratio, ratio)
    const bounds = map.getBounds().pad(0.02)
    for (let start = 0; start < places.length; start += SLICE) {
      for (const place of places.slice(start, start + SLICE)) {
        if (!bounds.contains([place.latitude, place.longitude])) continue
        const { x, y } = map.latLngToContainerPoint([place.latitude, place.longitude])
        context.beginPath()
        context.arc(x, y, RADIUS, 0, 2 * Math.PI)
        context.fillStyle = colorOf(place.dealer_id)
        context.fill()
      }
      await new Promise((resolve) => setTimeout(resolve))
      if (own !== drawing) return
    }
  }

  function find(at: L.Point): P | undefined {
    const around = L.latLngBounds(
      map.containerPointToLatLng(at.subtract([NEAR, NEAR])),
      map.containerPointToLatLng(at.add([NEAR, NEAR])),
    )
    const distance = ({ latitude, longitude }: P) =>
      map.latLngToContainerPoint([latitude, longitude]).distanceTo(at)
    return places
      .filter(({ latitude, longitude }) => around.contains([latitude, longitude]))
      .sort((a, b) => distance(a) - distance(b))[0]
  }

  map.on('moveend resize', () => void draw())
  // Until it ends, the picture would not fit the map.
  map.on('zoomstart', () => {
    drawing += 1
    canvas.width = 0
  })
  map.on('click', ({ containerPoint }) => onPick(find(containerPoint)))
  map.on('unload', () => {
    drawing += 1
  })
  return {
    /** Replaces all places, and moves the map to a view, else to the places. */
    show(all: readonly P[], at?: string): void {
      places = all
      const box = L.latLngBounds(all.map(({ latitude, longitude }) => [latitude, longitude] as L.LatLngTuple))
      const chosen = readView(at)
      view.place(() => {
        if (chosen) map.setView(chosen.center, chosen.zoom, { animate: false })
        else if (all.length > 0) map.fitBounds(box, { padding: [30, 30], maxZoom: 9, animate: false })
      })
      void draw()
    },
  }
}

/** Colors of neighboring ids are far apart. */
function colorOf(dealerId: number): string {
  return `hsl(${Math.round((dealerId * 137.508) % 360)} 65% 50%)`
}
