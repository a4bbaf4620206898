const SVG = 'http://www.w3.org/2000/svg'

type Shape = [name: string, attributes: Record<string, string | number>, text?: string]

/** A boat from behind: the transom, an engine, and the number at its top right. */
const SHAPES: Shape[] = [
  [
    'path',
    { d: 'M4 104q28-10 52 0t52 0 52 0 52 0 52 0 32-4', fill: 'none', stroke: 'currentColor', opacity: 0.5 },
  ],
  ['path', { d: 'M40 26h220l-22 68q-88 26-176 0z', fill: 'none', stroke: 'currentColor', 'stroke-width': 2 }],
  ['path', { d: 'M136 12h28v52h-8v34h-12V64h-8z', fill: 'currentColor', opacity: 0.35 }],
  [
    'rect',
    { x: 172, y: 34, width: 74, height: 18, rx: 3, fill: 'none', stroke: 'var(--accent)', 'stroke-width': 2 },
  ],
  [
    'text',
    {
      x: 209,
      y: 47,
      'text-anchor': 'middle',
      'font-size': 9.5,
      'font-family': 'monospace',
      fill: 'currentColor',
    },
  ],
]

/** Returns a picture of where a HIN is. */
export function hinPicture(description: string, example: string): SVGElement {
  const picture = document.createElementNS(SVG, 'svg')
  for (const [name, value] of Object.entries({
    viewBox: '0 0 300 116',
    role: 'img',
    'aria-label': description,
  })) {
    picture.setAttribute(name, value)
  }
  for (const [name, attributes] of SHAPES) {
    const shape = document.createElementNS(SVG, name)
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, String(value))
    if (name === 'text') shape.textContent = example
    picture.append(shape)
  }
  return picture
}
