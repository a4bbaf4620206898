/** One element: its name, attributes, and either text or elements within. Null and absent children are left out. */
export interface Element {
  name: string
  attributes?: Record<string, string>
  content: string | (Element | null | undefined)[]
}

/** Writes an element as XML 1.0, indented. */
export function writeXml({ name, attributes = {}, content }: Element, indent = ''): string {
  const start = `${indent}<${name}${Object.entries(attributes).map(writeAttribute).join('')}>`
  if (typeof content === 'string') return `${start}${escapeText(content)}</${name}>`
  const children = content.filter((child) => child != null)
  return [start, ...children.map((child) => writeXml(child, `${indent}  `)), `${indent}</${name}>`].join('\n')
}

function writeAttribute([name, value]: [string, string]): string {
  return ` ${name}="${escapeText(value)
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, ' ')}"`
}

/** Characters that XML 1.0 has no way to write (§2.2) are left out. */
function escapeText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}
