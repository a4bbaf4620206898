import { hash } from 'node:crypto'

const STYLE = `
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#123}
code,pre{font:14px/1.4 ui-monospace,monospace}pre{background:#f2f5f7;padding:.8rem;overflow:auto;border-radius:4px}
h2{border-top:1px solid #cdd;padding-top:1.2rem}b{display:inline-block;min-width:4rem;color:#0a5}
td,th{text-align:left;padding:.1rem .8rem .1rem 0;vertical-align:top}summary{cursor:pointer}
`

export const HTML_TYPE = 'text/html; charset=utf-8'

/** A page has its own style and nothing else: no script, no frame around it, nothing from or to elsewhere. */
export const PAGE_HEADERS = pageHeaders(STYLE)

/** Returns the headers of a page with this style and, if it has one, this script. */
export function pageHeaders(style = STYLE, script?: string) {
  const scripts = script === undefined ? '' : ` script-src ${sourceOf(script)};`
  return {
    'content-security-policy': `default-src 'none'; style-src ${sourceOf(style)};${scripts} base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  }
}

function sourceOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/** Returns a page of plain HTML, which needs no script and nothing from elsewhere. `head` is more for its head. */
export function renderPage(title: string, body: string, { head = '', style = STYLE } = {}): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}
<style>${style}</style></head><body>
${body}
</body></html>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
