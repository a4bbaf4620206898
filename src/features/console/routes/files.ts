import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { HTML_TYPE, PAGE_HEADERS } from '../../../platform/http/page.ts'
import type { App } from '../../../platform/http/server.ts'
import { notFound } from '../../../platform/http/to-app-error.ts'
import { type BuiltFile, ENDINGS } from '../build/built.ts'
import type { ConsoleFiles } from '../console.ts'
import { PAGES } from '../pages.ts'

const INDEX = 'index.html'
/** Names of these files contain a digest of their content. */
const ASSETS = 'assets/'
const FILE_NAME = /\.(css|ico|js|json|map|png|svg|txt|webmanifest|webp|woff2)$/

/** Adds `GET /console` and everything below: the files, and the console's one page for all other paths. */
export function addFileRoutes(app: App, files: ConsoleFiles): void {
  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const path = (request.params as { '*'?: string })['*'] ?? ''
    const { built } = files.state
    if (!built) return sendPreparation(reply, path, files.state.name)
    const name = Object.hasOwn(built.files, path) ? path : INDEX
    const file = built.files[name]
    if (!file || (name !== path && isFile(path))) throw notFound()
    const encoding = chooseEncoding(request, file)
    const etag = `"${file.digest}-${encoding}"`
    if (isKnown(request, etag)) return addCacheHeaders(reply, name, etag).status(304).send()
    const source = await openIfThere(join(built.folder, name + ENDINGS[encoding]))
    if (!source) {
      void files.prepare()
      return sendPreparation(reply, path, 'preparing')
    }
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return addCacheHeaders(reply, name, etag)
      .type(file.type)
      .header('content-length', file.sizes[encoding])
      .send(source.createReadStream())
  }
  // A hook answers, because a page's query is the console's own: the server doesn't judge it.
  for (const url of ['/console', '/console/*']) app.get(url, { onRequest: answer }, () => undefined)
}

function sendPreparation(reply: FastifyReply, path: string, name: keyof typeof PAGES) {
  if (isFile(path))
    throw new AppError('UNAVAILABLE', 'The console is not ready.', { retryAfter: 1, quiet: true })
  if (name === 'preparing') reply.header('retry-after', '1')
  return reply
    .status(name === 'absent' ? 404 : 503)
    .headers(PAGE_HEADERS)
    .header('cache-control', 'no-store')
    .type(HTML_TYPE)
    .send(PAGES[name])
}

/** A page's path doesn't end like the name of a file. */
function isFile(path: string): boolean {
  return path.startsWith(ASSETS) || FILE_NAME.test(path)
}

function chooseEncoding({ headers }: FastifyRequest, { sizes }: BuiltFile): keyof typeof ENDINGS {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim().split(/\s*;\s*q=/))
    .filter(([, quality = '1']) => Number(quality) > 0)
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((one) => sizes[one] && accepted.includes(one)) ?? 'identity'
}

function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',') ?? []
  return known.some((one) => one.trim().replace(/^W\//, '') === etag)
}

function addCacheHeaders(reply: FastifyReply, name: string, etag: string): FastifyReply {
  const lasts = name.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache'
  return reply.headers({ etag, vary: 'accept-encoding', 'cache-control': lasts })
}

/** Returns undefined if somebody removed the file. */
function openIfThere(path: string): Promise<FileHandle | undefined> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
