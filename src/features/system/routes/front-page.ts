import { HTML_TYPE, PAGE_HEADERS } from '../../../platform/http/page.ts'
import type { App } from '../../../platform/http/server.ts'
import { notFound } from '../../../platform/http/to-app-error.ts'
import { renderFrontPage } from '../front-page.ts'

/** Adds `GET /` for browsers. Other clients find nothing there. */
export function addFrontPageRoute(app: App): void {
  app.get('/', { config: { forBrowsers: true } }, async ({ headers }, reply) => {
    reply.header('vary', 'accept')
    if (!/\btext\/html\b/.test(headers.accept ?? '')) throw notFound()
    return reply
      .type(HTML_TYPE)
      .headers(PAGE_HEADERS)
      .send(renderFrontPage(app.hasRoute({ method: 'GET', url: '/console' })))
  })
}
