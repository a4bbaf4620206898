import { create } from 'qrcode'
import './qr-code.css'

/** A text for cameras. White in both themes: many readers can't do the reverse. */
export function QrCode({ label, value }: { label: string; value: string }) {
  const { modules } = create(value)
  const { size } = modules
  const dark = Array.from({ length: size * size }, (_, place) => place).filter((place) => modules.data[place])
  const path = dark.map((place) => `M${place % size} ${Math.floor(place / size)}h1v1h-1z`).join('')
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`-3 -3 ${size + 6} ${size + 6}`}>
      <path d={path} />
    </svg>
  )
}
