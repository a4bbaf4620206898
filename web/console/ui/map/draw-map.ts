import * as L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { addBasemap } from '../../../map/basemap.ts'
import { readConfig } from '../../api/config.ts'
import { text } from '../../text/text.ts'
import './map.css'

const t = text.common.map
const MAX_ZOOM = 13

/** Draws a map into an element: with the server's tiles where it has some, else its own. */
export function drawMap(box: HTMLElement): L.Map {
  const map = L.map(box, { zoomControl: false, attributionControl: false, maxZoom: MAX_ZOOM })
  L.control.zoom({ zoomInTitle: t.zoomIn, zoomOutTitle: t.zoomOut }).addTo(map)
  map.setView([39, -96], 4)
  const observer = new ResizeObserver(() => map.invalidateSize())
  observer.observe(box)
  let isThere = true
  map.on('unload', () => {
    isThere = false
    observer.disconnect()
  })
  void readConfig()
    .catch(() => ({ tiles: null }))
    .then(({ tiles }) => {
      if (!isThere) return
      if (tiles === null) return addBasemap(map)
      L.control.attribution({ prefix: false }).addTo(map)
      L.tileLayer(tiles.url, { attribution: escapeHtml(tiles.attribution), maxZoom: MAX_ZOOM }).addTo(map)
    })
  return map
}

/** Returns a marker's picture: a pin, or a circle with a count. `active` false: a pale pin. */
export function markOf(count?: string, active = true): L.DivIcon {
  const size = count === undefined ? 22 : 36
  const anchor: [number, number] = count === undefined ? [size / 2, size + 4] : [size / 2, size / 2]
  const className = count === undefined ? 'map-pin' : 'map-cluster'
  return iconOf(active ? className : `${className} map-inactive`, { size, anchor, text: count ?? '' })
}

/** Returns a picture of this class of map.css, with a text in it. Its middle is at the place, unless an anchor is given. */
export function iconOf(
  className: string,
  {
    size,
    anchor = [size / 2, size / 2],
    text = '',
  }: { size: number; anchor?: [number, number]; text?: string },
): L.DivIcon {
  const mark = document.createElement('span')
  mark.className = className
  mark.textContent = text
  // A marker's name is its title: the text alone would be a number.
  mark.setAttribute('aria-hidden', 'true')
  return L.divIcon({ className: 'map-mark', html: mark, iconSize: [size, size], iconAnchor: anchor })
}

/** Leaflet takes the attribution for HTML. */
function escapeHtml(words: string): string {
  const element = document.createElement('span')
  element.textContent = words
  return element.innerHTML
}
