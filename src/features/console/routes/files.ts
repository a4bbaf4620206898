import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { HTML_TYPE } from '../../../platform/http/page.ts'
import type { App } from '../../../platform/http/server.ts'
import { notFound } from '../../../platform/http/to-app-error.ts'
import { type Built, type BuiltFile, ENDINGS } from '../build/built.ts'
import type { ConsoleFiles } from '../console.ts'
import { PAGES, PAGES_HEADERS } from '../pages.ts'

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
    if (name !== path && isFile(path)) throw notFound()
    const cacheControl = name.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache'
    if (await hasSent(request, reply, { built, name, cacheControl })) return reply
    void files.prepare()
    return sendPreparation(reply, path, 'preparing')
  }
  // A hook answers, because a page's query is the console's own: the server doesn't judge it.
  for (const url of ['/console', '/console/*']) app.get(url, { onRequest: answer }, () => undefined)
}

/**
 * Sends one of the built files to a program.
 * @throws AppError UNAVAILABLE while they are being built, NOT_FOUND
 */
export async function sendBuilt(
  files: ConsoleFiles,
  request: FastifyRequest,
  reply: FastifyReply,
  file: { name: string; cacheControl: string },
): Promise<FastifyReply> {
  const { built } = files.state
  if (!built) throw notReady()
  if (await hasSent(request, reply, { built, ...file })) return reply
  void files.prepare()
  throw notReady()
}

/** Sends a file. Returns false if somebody removed it; a reply itself can't be returned, because it is awaited. */
async function hasSent(
  request: FastifyRequest,
  reply: FastifyReply,
  { built, name, cacheControl }: { built: Built; name: string; cacheControl: string },
): Promise<boolean> {
  if (!Object.hasOwn(built.files, name)) throw notFound()
  const file = built.files[name]!
  const encoding = chooseEncoding(request, file)
  const etag = `"${file.digest}-${encoding}"`
  const headers = { etag, vary: 'accept-encoding', 'cache-control': cacheControl }
  if (isKnown(request, etag)) {
    reply.headers(headers).status(304).send()
    return true
  }
  const source = await openIfThere(join(built.folder, name + ENDINGS[encoding]))
  if (!source) return false
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply
    .headers(headers)
    .type(file.type)
    .header('content-length', file.sizes[encoding])
    .send(source.createReadStream())
  return true
}

function sendPreparation(reply: FastifyReply, path: string, name: keyof typeof PAGES) {
  if (isFile(path)) throw notReady()
  if (name === 'preparing') reply.header('retry-after', '1')
  return reply
    .status(name === 'absent' ? 404 : 503)
    .headers(PAGES_HEADERS)
    .header('cache-control', 'no-store')
    .type(HTML_TYPE)
    .send(PAGES[name])
}

function notReady(): AppError {
  return new AppError('UNAVAILABLE', 'The files are being prepared.', { retryAfter: 1, quiet: true })
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

function openIfThere(path: string): Promise<FileHandle | undefined> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
