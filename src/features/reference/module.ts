import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addHeaders, JSON_TYPE } from '../../platform/http/headers.ts'
import { HTML_TYPE } from '../../platform/http/page.ts'
import { notFound } from '../../platform/http/to-app-error.ts'
import { ASSET_PATH, findAsset } from './assets.ts'
import type { Description } from './description.ts'
import { renderGuide } from './guide-page.ts'
import { renderReference } from './reference-page.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The pages load their own style and script, and call this server alone. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const compress = promisify(gzip)

/**
 * Adds the description of the interfaces for machines (`/openapi.json`) and for people (`/docs`). Everything is made for
 * its first request and kept compressed.
 */
export function addReferenceRoutes(app: FastifyInstance): void {
  addHeaders(app, ['cache-control', 'no-cache'])
  const kept = new Map<string, Promise<Buffer>>()
  const keep = (key: string, make: () => string | Buffer | Promise<string>) => {
    const known = kept.get(key) ?? Promise.resolve(make()).then((text) => compress(text))
    kept.set(key, known)
    return known
  }
  const read = (file: string) => readFileSync(join(ROOT, file))
  const reference = (file: string, isAdmin: boolean) => () =>
    renderReference(JSON.parse(read(file).toString()) as Description, { isAdmin })

  for (const [path, file] of [
    ['/openapi.json', 'openapi.json'],
    ['/admin/v1/openapi.json', 'openapi-admin.json'],
  ] as const) {
    app.get(path, async (request, reply) =>
      send(request, reply.type(JSON_TYPE), await keep(path, () => read(file))),
    )
  }

  for (const [path, file] of [
    ['/docs', 'openapi.json'],
    ['/docs/admin', 'openapi-admin.json'],
  ] as const) {
    app.get(path, async (request, reply) =>
      send(request, asPage(reply), await keep(path, reference(file, path === '/docs/admin'))),
    )
  }

  app.get('/docs/guides/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const page = kept.get(name) ?? (await renderGuide(name))
    if (page === undefined) throw notFound()
    return send(request, asPage(reply), await keep(name, () => page as string))
  })

  app.get(`${ASSET_PATH}/:version/:name`, async (request, reply) => {
    const { version, name } = request.params as { version: string; name: string }
    const asset = findAsset(name)
    if (asset?.version !== version) throw notFound()
    reply.type(asset.type).header('cache-control', 'public, max-age=31536000, immutable')
    return send(request, reply, await keep(`${version}/${name}`, () => asset.body))
  })
}

function asPage(reply: FastifyReply): FastifyReply {
  return reply.type(HTML_TYPE).headers(PAGE_HEADERS)
}

function send({ headers }: FastifyRequest, reply: FastifyReply, compressed: Buffer): FastifyReply {
  reply.header('vary', 'accept-encoding')
  if (/\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))) {
    return reply.header('content-encoding', 'gzip').send(compressed)
  }
  return reply.send(gunzipSync(compressed))
}
