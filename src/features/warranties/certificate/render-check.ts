import { escapeHtml, pageHeaders, renderPage } from '../../../platform/http/page.ts'
import type { VerifiedCertificate } from '../operations/verify-certificate.ts'
import { toStatus } from './certificate.ts'
import { plainText } from './plain-text.ts'

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;padding:1.5rem;font:17px/1.5 system-ui,sans-serif}
main{max-width:30rem;margin:8vh auto 0}
h1{font-size:1.3rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.4rem 1.2rem;margin:1.2rem 0}
dt{color:light-dark(#4d6272,#a9bac7)}dd{margin:0;overflow-wrap:anywhere}
.status{font-weight:bold}.active{color:light-dark(#0b6b3a,#6fd79c)}.expired,.voided{color:light-dark(#a3261b,#ff9d94)}
p{color:light-dark(#4d6272,#a9bac7)}
`

export const CHECK_HEADERS = pageHeaders(STYLE)

/** Returns the page that says the status that a certificate's code leads to. */
export function renderCheck({ brand, model, hinEnd, status }: VerifiedCertificate): string {
  const kind = ['active', 'expired', 'voided'].includes(status) ? status : ''
  return render(
    'Warranty check',
    `<dl><dt>Brand</dt><dd dir="auto">${escapeHtml(plainText(brand))}</dd>
<dt>Model</dt><dd dir="auto">${escapeHtml(plainText(model))}</dd>
<dt>HIN ends in</dt><dd>${escapeHtml(hinEnd)}</dd>
<dt>Status</dt><dd class="status ${kind}">${escapeHtml(toStatus(status))}</dd></dl>
<p>Compare this with the certificate and the hull.</p>`,
  )
}

/** Returns the page for a code that nobody issued. */
export function renderUnknownCode(): string {
  return render(
    'Warranty check',
    '<p>There is no certificate with this code. Check each letter of it, or scan the QR code again.</p>',
  )
}

function render(title: string, body: string): string {
  return renderPage(title, `<main><h1>${title}</h1>\n${body}</main>`, { style: STYLE })
}
