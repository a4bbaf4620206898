import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PAGE_KEY } from './world.ts'

/** A made-up brand's website, which has nothing but Transom's elements. */
export interface Website {
  url: string
  close(): void
}

const STYLE = `
:root{color-scheme:light dark;--transom-accent:light-dark(#00665e,#5fd3c4);--transom-accent-text:light-dark(#fff,#00201d);--transom-radius:10px;--transom-background:transparent}
body{font:17px/1.55 Georgia,serif;margin:0;color:light-dark(#12302d,#e4f1ef);background:light-dark(#fbfaf6,#0e1917)}
header{padding:2.5rem 1rem;background:light-dark(#dcebe8,#12302d)}header>*,main,footer{max-width:64rem;margin-inline:auto}
h1{font-size:2.2rem;margin:0 auto}nav{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;margin-top:1rem}a{color:light-dark(#00665e,#5fd3c4)}
main{padding:2rem 1rem;font-family:system-ui,sans-serif}footer{padding:1rem}
`

const PAGES: Record<string, { title: string; body(frame: string): string }> = {
  '/': {
    title: 'Find a dealer',
    body: (embed) =>
      `<transom-dealer-locator key="${PAGE_KEY}" countries="US CA DE AU" postal-code="75067"><a href="${embed}/locator">Find a dealer</a></transom-dealer-locator>`,
  },
  '/contact': {
    title: 'Contact us',
    body: (embed) =>
      `<transom-lead-form key="${PAGE_KEY}" countries="US CA DE AU" product="Bay 23" product-year="2026"><a href="${embed}/lead">Send us a message</a></transom-lead-form>`,
  },
  '/register': {
    title: 'Register your boat',
    body: (embed) =>
      `<transom-warranty-registration key="${PAGE_KEY}" countries="US CA DE AU"><a href="${embed}/registration">Register your boat</a></transom-warranty-registration>`,
  },
}

/** Starts the website. `transom` is the server's base URL. */
export async function startWebsite(transom: string): Promise<Website> {
  const server = createServer(({ url = '/' }, response) => {
    const page = PAGES[url.split('?')[0]!]
    if (!page)
      return response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.\n')
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src ${transom}; connect-src ${transom}; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'`,
    })
    return response.end(render(transom, page))
  })
  // Browsers send this name as the origin, which the key lists.
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function render(transom: string, { title, body }: (typeof PAGES)[string]): string {
  const links = Object.entries(PAGES).map(([path, page]) => `<a href="${path}">${page.title}</a>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} – Harbor Craft</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${STYLE}</style>
<script type="module" src="${transom}/widgets/v1/transom.js"></script></head>
<body><header><h1>Harbor Craft</h1><nav aria-label="Pages">${links.join('')}</nav></header>
<main>${body(`${transom}/embed/${PAGE_KEY}`)}</main>
<footer>A made-up boat brand.</footer></body></html>`
}
