import { renderPage } from '../../platform/http/page.ts'

/** Returns what a browser shows at `/`. The console is mentioned only where the server has one. */
export function renderFrontPage(hasConsole: boolean): string {
  const console = '<li><a href="/console">Console</a>: warranties, dealers, leads and settings</li>\n'
  return renderPage(
    'Transom',
    `<h1>Transom</h1>
<p>Warranty registration, dealer locator and lead submission for boat builders.</p>
<ul>
${hasConsole ? console : ''}<li><a href="/docs">Documentation</a> of the interfaces</li>
<li><a href="/openapi.json">openapi.json</a>: the same for machines</li>
</ul>`,
  )
}
