import * as L from 'leaflet'
import type { Schemas } from '../../../api/client.ts'
import { text } from '../../../text/text.ts'
import { formatNumber } from '../../../ui/format.ts'
import { markOf } from '../../../ui/map/draw-map.ts'
import { followView, readView } from '../../../ui/map/view.ts'
import { type Mark, startClusters } from './clusters.ts'

type Point = Schemas['DealerPoint']

const t = text.dealers.map
/** Marks that are drawn in one go: more would keep the page from answering. */
const SLICE = 60

/**
 * Shows points on a map, near ones as one circle with their count. `onMove` gets the part of the map that somebody moves
 * to.
 */
export function addPoints(
  map: L.Map,
  { onOpen, onMove }: { onOpen: (id: number) => void; onMove: (view: string) => void },
) {
  const clusters = startClusters()
  const view = followView(map, onMove)
  const layer = L.layerGroup().addTo(map)
  let points: readonly Point[] = []
  let loaded: Promise<void> | undefined
  /** Each drawing ends the one before. */
  let drawing = 0

  async function draw(): Promise<void> {
    drawing += 1
    const own = drawing
    const box = map.getBounds().pad(0.2)
    const bounds: Parameters<typeof clusters.find>[0] = [
      box.getWest(),
      box.getSouth(),
      box.getEast(),
      box.getNorth(),
    ]
    await loaded
    const marks = await clusters.find(bounds, map.getZoom())
    if (own !== drawing) return
    layer.clearLayers()
    for (let start = 0; start < marks.length; start += SLICE) {
      for (const mark of marks.slice(start, start + SLICE)) layer.addLayer(markerOf(mark))
      await new Promise((resolve) => setTimeout(resolve))
      if (own !== drawing) return
    }
  }

  function markerOf(mark: Mark): L.Marker {
    const at: L.LatLngTuple = [mark.latitude, mark.longitude]
    if ('cluster' in mark) {
      const { cluster, count } = mark
      const closer = async () => map.setView(at, await clusters.closer(cluster))
      return L.marker(at, { icon: markOf(formatNumber(count)), title: t.cluster(count) }).on('click', closer)
    }
    const { id, name, active } = points[mark.point]!
    const title = active === false ? t.inactive(name) : name
    return L.marker(at, { icon: markOf(undefined, active), title }).on('click', () => onOpen(id))
  }

  map.on('moveend', () => void draw())
  map.on('unload', () => {
    drawing += 1
    clusters.stop()
  })
  return {
    /** Replaces all points, and moves the map to a view, else to the points. */
    show(all: readonly Point[], at?: string): void {
      points = all
      loaded = clusters.load(all)
      const box = boundsOf(all)
      // It ends with `moveend`, which draws, unless the map is there already.
      const chosen = readView(at)
      view.place(() => {
        if (chosen) map.setView(chosen.center, chosen.zoom, { animate: false })
        else if (box) map.fitBounds(box, { padding: [40, 40], maxZoom: 9, animate: false })
      })
      void draw()
    },
  }
}

function boundsOf(points: readonly Point[]): L.LatLngBoundsLiteral | undefined {
  if (points.length === 0) return undefined
  let [south, west, north, east] = [90, 180, -90, -180]
  for (const { latitude, longitude } of points) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  return [
    [south, west],
    [north, east],
  ]
}
