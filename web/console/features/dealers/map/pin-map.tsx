import * as L from 'leaflet'
import { useEffect, useRef } from 'react'
import { text } from '../../../text/text.ts'
import { drawMap, markOf } from '../../../ui/map/draw-map.ts'

const t = text.dealers.map
const ZOOM = 10
/** About ten meters. */
const DIGITS = 4

/** A dealer's pin. Who may change it drags it. */
export default function PinMap({
  name,
  latitude,
  longitude,
  onMove,
}: {
  name: string
  latitude: number
  longitude: number
  /** Absent: the pin stays where it is. */
  onMove?: ((latitude: number, longitude: number) => void) | undefined
}) {
  const box = useRef<HTMLElement>(null)
  const moved = useRef(onMove)
  moved.current = onMove
  const draggable = onMove !== undefined
  useEffect(() => {
    const map = drawMap(box.current!)
    map.setView([latitude, longitude], ZOOM, { animate: false })
    const pin = L.marker([latitude, longitude], { icon: markOf(), title: name, draggable }).addTo(map)
    pin.on('dragend', () => {
      const { lat, lng } = pin.getLatLng().wrap()
      moved.current?.(Number(lat.toFixed(DIGITS)), Number(lng.toFixed(DIGITS)))
    })
    return () => void map.remove()
  }, [name, latitude, longitude, draggable])
  return <section className="map map-small" ref={box} aria-label={t.pin(name)} />
}
