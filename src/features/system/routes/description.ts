import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JSON_TYPE } from '../../../platform/http/headers.ts'
import { HTML_TYPE, PAGE_HEADERS } from '../../../platform/http/page.ts'
import type { App } from '../../../platform/http/server.ts'
import { renderDocs } from '../docs-page.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/** Adds `GET /openapi.json`, `GET /admin/v1/openapi.json` and `GET /docs`: read and rendered for the first request, and then kept. */
export function addDescriptionRoutes(app: App): void {
  let description: Buffer | undefined
  let administration: Buffer | undefined
  let page: string | undefined
  const describe = () => (description ??= readFileSync(join(ROOT, 'openapi.json')))

  app.get('/openapi.json', async (_request, reply) => {
    return reply.type(JSON_TYPE).send(describe())
  })

  app.get('/admin/v1/openapi.json', async (_request, reply) => {
    administration ??= readFileSync(join(ROOT, 'openapi-admin.json'))
    return reply.type(JSON_TYPE).send(administration)
  })

  app.get('/docs', async (_request, reply) => {
    page ??= renderDocs(JSON.parse(describe().toString()))
    return reply.type(HTML_TYPE).headers(PAGE_HEADERS).send(page)
  })
}
