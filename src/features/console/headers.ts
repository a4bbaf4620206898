import { hash } from 'node:crypto'

/**
 * React Aria adds these style elements while a page runs: `touch-action` for everything that can be pressed, and one
 * that keeps iOS from scrolling the page behind a dialog. A test in a browser fails when a version adds others.
 */
const REACT_ARIA_STYLES = [
  `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`,
  `@layer {
  * {
    overscroll-behavior: contain;
  }
}`,
]

/** Returns the headers of everything below `/console`. `tileUrl` is the template of the map's tiles, if there is one. */
export function consoleHeaders(tileUrl: string | undefined): Record<string, string> {
  const styles = REACT_ARIA_STYLES.map((style) => `'sha256-${hash('sha256', style, 'base64')}'`)
  const images = ["'self'", 'data:', ...(tileUrl ? [originOf(tileUrl)] : [])]
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' ${styles.join(' ')}`,
      `img-src ${images.join(' ')}`,
      "connect-src 'self'",
      "font-src 'self'",
      // A publishable key's pages, as a preview.
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
  }
}

/** `{s}` stands for any of the servers that share the load. */
function originOf(tileUrl: string): string {
  return new URL(tileUrl.replace('{s}.', '_.')).origin.replace('//_.', '//*.')
}
