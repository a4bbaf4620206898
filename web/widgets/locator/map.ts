import * as L from 'leaflet'
import leafletStyle from 'leaflet/dist/leaflet.css?inline'
import { addBasemap } from '../../map/basemap.ts'
import type { Dealer } from '../api.ts'

const SINGLE_ZOOM = 9
const MIN_ZOOM = 2
const MAX_ZOOM = 12

const sheet = new CSSStyleSheet()
sheet.replaceSync(`${leafletStyle}
.leaflet-container { background: var(--transom-map-water, light-dark(#cfe3f2, #15222e)); font: inherit }
.map-land { fill: var(--transom-map-land, light-dark(#f5f3ee, #2a323b)); fill-opacity: 1; stroke: var(--transom-map-border, light-dark(#b9b3a6, #4d5863)) }
.map-border { fill: none; stroke: var(--transom-map-border, light-dark(#c9c3b6, #424c56)) }
.map-label span { position: absolute; translate: -50% -50%; white-space: nowrap; font-size: 11px; color: light-dark(#4c535a, #b6bfc8) }
.leaflet-bar a, .leaflet-bar a:hover, .leaflet-bar a.leaflet-disabled { background: var(--solid); color: var(--text); border-color: var(--border) }
.pin { display: grid; place-items: center; border-radius: 50% 50% 50% 0; rotate: -45deg; background: var(--accent); border: 2px solid var(--solid); box-shadow: 0 1px 3px rgb(0 0 0 / .4); cursor: pointer }
.pin span { rotate: 45deg; color: var(--accent-text); font-size: 11px; font-weight: 700 }
.pin.active { background: var(--text) }
.pin.active span { color: var(--solid) }
.pin-box:focus-visible .pin { outline: 3px solid var(--focus); outline-offset: 2px }`)

interface MapOptions {
  labels: { map: string; zoomIn: string; zoomOut: string }
  /** Called with the position of the chosen dealer in the list. */
  onSelect(at: number): void
}

export interface DealerMap {
  show(dealers: readonly Dealer[]): void
  highlight(at: number): void
}

/** Draws a map into an element in a shadow root. */
export function drawMap(box: HTMLElement, { labels, onSelect }: MapOptions): DealerMap {
  const root = box.getRootNode() as ShadowRoot
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  box.setAttribute('role', 'region')
  box.setAttribute('aria-label', labels.map)
  const map = L.map(box, {
    zoomControl: false,
    attributionControl: false,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    worldCopyJump: true,
  })
  L.control.zoom({ zoomInTitle: labels.zoomIn, zoomOutTitle: labels.zoomOut }).addTo(map)
  map.setView([39, -96], 4)
  void addBasemap(map)
  let pins: HTMLElement[] = []
  const markers = L.layerGroup().addTo(map)
  new ResizeObserver(() => map.invalidateSize()).observe(box)
  return {
    show(dealers) {
      markers.clearLayers()
      pins = dealers.map((dealer, at) => {
        const number = document.createElement('span')
        number.textContent = String(at + 1)
        const pin = document.createElement('div')
        pin.className = 'pin'
        pin.append(number)
        Object.assign(pin.style, { width: '26px', height: '26px' })
        const icon = L.divIcon({ className: 'pin-box', html: pin, iconSize: [26, 26], iconAnchor: [13, 31] })
        L.marker([dealer.latitude, dealer.longitude], {
          icon,
          title: dealer.name,
          alt: dealer.name,
          riseOnHover: true,
        })
          .on('click', () => onSelect(at))
          .addTo(markers)
        return pin
      })
      const bounds = L.latLngBounds(dealers.map(({ latitude, longitude }) => [latitude, longitude]))
      map.fitBounds(bounds, { padding: [40, 40], maxZoom: SINGLE_ZOOM, animate: false })
    },
    highlight(at) {
      for (const [i, pin] of pins.entries()) pin.classList.toggle('active', i === at)
    },
  }
}
