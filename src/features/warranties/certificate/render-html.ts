import { escapeHtml, pageHeaders, renderPage } from '../../../platform/http/page.ts'
import { type Certificate, TERMS } from './certificate.ts'
import type { QrCode } from './qr-code.ts'

const STYLE = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;padding:1rem;background:light-dark(#e6ebef,#12171c);font:15px/1.45 Georgia,'Times New Roman',serif}
.sheet{max-width:46rem;margin:0 auto;padding:2.2rem;background:#fff;color:#14212b;border:3px double #5a7184}
header{text-align:center;border-bottom:1px solid #b9c6d0;padding-bottom:1.1rem}
.brand{margin:0;font-size:1.7rem;letter-spacing:.03em;overflow-wrap:anywhere}
h1{margin:.3rem 0 0;font-size:1.15rem;font-weight:normal;letter-spacing:.18em;text-transform:uppercase}
.notice{margin:1.2rem 0 0;padding:.6rem;border:2px solid #a3261b;color:#a3261b;text-align:center;font-size:1.15rem;font-weight:bold}
h2{margin:1.4rem 0 .3rem;font-size:1rem;letter-spacing:.08em;text-transform:uppercase;color:#3b566b}
dl{margin:0;display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.15rem 1rem}
dt{color:#4d6272}dd{margin:0;overflow-wrap:anywhere}
footer{display:flex;gap:1.4rem;align-items:center;margin-top:1.6rem;border-top:1px solid #b9c6d0;padding-top:1.1rem;font-size:.86rem}
footer svg{flex:none;width:8rem;height:8rem}
footer p{margin:0 0 .4rem}footer a{color:inherit;overflow-wrap:anywhere}
@media(max-width:34rem){body{padding:0}.sheet{padding:1.1rem;border-width:0}dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}footer{flex-direction:column;align-items:flex-start}}
@page{margin:14mm}
@media print{body{padding:0;background:none}.sheet{max-width:none;padding:1.6rem;break-inside:avoid}footer a{text-decoration:none}}
`

/** The policy of a certificate's page: it may load nothing, run nothing and be framed by nobody. */
export const CERTIFICATE_HEADERS = pageHeaders(STYLE)

/** Returns the certificate as a page that prints well on A4 and Letter. */
export function renderCertificateHtml(certificate: Certificate, qr: QrCode): string {
  const { brand, model, hin, notice, sections, verifyUrl, issuedOn } = certificate
  const url = escapeHtml(verifyUrl)
  return renderPage(
    `${brand}: warranty certificate of ${model}, ${hin}`,
    `<main class="sheet">
<header><p class="brand" dir="auto">${escapeHtml(brand)}</p><h1>Warranty certificate</h1></header>
${notice ? `<p class="notice">${escapeHtml(notice)}</p>` : ''}
${sections.map(renderSection).join('\n')}
<footer>${renderQrCode(qr)}
<div><p>Check this certificate: <a href="${url}">${url}</a></p><p>${TERMS}</p><p>Issued on ${issuedOn}.</p></div></footer>
</main>`,
    { style: STYLE },
  )
}

function renderSection({ title, lines }: Certificate['sections'][number]): string {
  const rows = lines.map(([label, value]) => `<dt>${label}</dt><dd dir="auto">${escapeHtml(value)}</dd>`)
  return `<section><h2>${title}</h2><dl>${rows.join('')}</dl></section>`
}

function renderQrCode({ size, isDark }: QrCode): string {
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (isDark(x, y)) path += `M${x} ${y}h1v1h-1z`
  }
  const box = `-4 -4 ${size + 8} ${size + 8}`
  return `<svg viewBox="${box}" shape-rendering="crispEdges" role="img" aria-label="QR code of the address beside it"><path d="${path}"/></svg>`
}
