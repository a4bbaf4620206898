import type * as L from 'leaflet'

/** A map counts as unmoved within this many pixels: a change of its size moves it by half of one. */
const UNMOVED = 4
/** About a hundred meters. */
const DIGITS = 3

/** Returns the part of a map that the URL names, such as `44.98,-93.27,9`: latitude, longitude and zoom. */
export function readView(text = ''): { center: L.LatLngTuple; zoom: number } | undefined {
  const [, latitude, longitude, zoom] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(\d{1,2})$/.exec(text) ?? []
  if (Math.abs(Number(latitude)) > 90) return undefined
  return zoom ? { center: [Number(latitude), Number(longitude)], zoom: Number(zoom) } : undefined
}

/**
 * Tells `onMove` which part of a map somebody has moved to, as `readView` reads it. What moves the map without them does
 * so in `place`.
 */
export function followView(map: L.Map, onMove: (view: string) => void) {
  let placing = false
  let known = { center: map.getCenter(), zoom: map.getZoom() }
  const remember = () => {
    known = { center: map.getCenter(), zoom: map.getZoom() }
  }
  map.on('moveend', () => {
    const [before, now] = [map.project(known.center), map.project(map.getCenter())]
    if (placing || (known.zoom === map.getZoom() && before.distanceTo(now) < UNMOVED)) return
    remember()
    const { lat, lng } = known.center.wrap()
    onMove(`${lat.toFixed(DIGITS)},${lng.toFixed(DIGITS)},${known.zoom}`)
  })
  return {
    place(move: () => void): void {
      placing = true
      move()
      placing = false
      remember()
    },
  }
}
