import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/log.ts'
import { type Built, MANIFEST } from './build/built.ts'
import { pack } from './build/pack.ts'
import type { ConsoleFiles, ConsoleState } from './console.ts'
import { addConsoleRoutes } from './module.ts'

const PAGE = `<!doctype html><title>Transom</title>${'<p>A page.</p>'.repeat(40)}`
const SCRIPT = 'export const boats = 1;\n'.repeat(60)

let folder: string
let built: Built
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'transom-console-test-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'assets/index-abc.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/dot-abc.png'), Buffer.from([137, 80, 78, 71]))
  pack(folder)
  built = { id: 'one', folder, ...JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A server with a console in this state. */
function serve(state: ConsoleState, tileUrl?: string) {
  let preparations = 0
  const files = { state, prepare: async () => void preparations++ } as unknown as ConsoleFiles
  const { app, finish } = createHttp({
    log: createLogger({ level: 'silent' }),
    trustedProxies: [],
    strictResponses: true,
  })
  const tiles = tileUrl ? { url: tileUrl, attribution: 'Tiles' } : null
  app.register(async (pages) =>
    addConsoleRoutes(pages as never, { files, config: { version: '1.2.3', tiles } }),
  )
  app.after(finish)
  return {
    preparations: () => preparations,
    get: (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
      app.inject({ method, url, headers }),
  }
}

describe('the console', () => {
  test.each([
    '/console',
    '/console/',
    '/console/overview',
    '/console/warranties/HCX12345D526',
    '/console/people/ada@example.com',
    '/console/warranties?brand[]=1&brand[]=2&q=%ff',
    '/console/assets',
    '/console/..%2f..%2fpackage',
  ])('has its one page at %s', async (url) => {
    const { statusCode, headers, body } = await serve({ built }).get(url)
    expect(statusCode).toBe(200)
    expect(body).toBe(PAGE)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  })

  test.each([
    '/console/assets/gone-abc.js',
    '/console/assets/',
    '/console/favicon.ico',
    `/console/${MANIFEST}`,
    '/console/assets/index-abc.js.br',
    '/console/assets/..%2findex.js',
  ])('has no file at %s', async (url) => {
    const { statusCode, headers } = await serve({ built }).get(url)
    expect(statusCode).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
  })

  test.each([
    [undefined, undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br; q=0', undefined],
    ['brotli', undefined],
  ])('sends a file to a client that accepts %s encoded as %s', async (accepted, expected) => {
    const headers: Record<string, string> = accepted ? { 'accept-encoding': accepted } : {}
    const answer = await serve({ built }).get('/console/assets/index-abc.js', headers)
    expect(answer.headers['content-encoding']).toBe(expected)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(answer.rawPayload.length),
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[expected!] ?? ((bytes: Buffer) => bytes)
    expect(String(decode(answer.rawPayload))).toBe(SCRIPT)
  })

  test('sends an image as it is', async () => {
    const { headers, rawPayload } = await serve({ built }).get('/console/assets/dot-abc.png', {
      'accept-encoding': 'br',
    })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(rawPayload).toHaveLength(4)
  })

  test('answers 304 to a browser that has the file', async () => {
    const server = serve({ built })
    const { headers } = await server.get('/console/overview')
    const again = await server.get('/console/leads', { 'if-none-match': `"x", W/${headers.etag}` })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    const encoded = await server.get('/console', { 'if-none-match': headers.etag!, 'accept-encoding': 'br' })
    expect(encoded.statusCode).toBe(200)
  })

  test('answers HEAD without a body, and no other method', async () => {
    const server = serve({ built })
    const head = await server.get('/console', {}, 'HEAD')
    expect(head).toMatchObject({ statusCode: 200, body: '' })
    expect(head.headers['content-length']).toBe(String(PAGE.length))
    expect(await server.get('/console/overview', {}, 'POST')).toMatchObject({ statusCode: 405 })
  })

  test('prepares its files again when somebody removed them', async () => {
    const server = serve({ built: { ...built, folder: join(folder, 'gone') } })
    expect(await server.get('/console')).toMatchObject({ statusCode: 503 })
    expect(server.preparations()).toBe(1)
  })

  test('says which version and which console the server has', async () => {
    const { headers, body } = await serve({ built }, 'https://t.example.com/{z}/{x}/{y}.png').get(
      '/console/config.json',
    )
    expect(headers['cache-control']).toBe('no-store')
    expect(JSON.parse(body)).toEqual({
      version: '1.2.3',
      build: 'one',
      tiles: { url: 'https://t.example.com/{z}/{x}/{y}.png', attribution: 'Tiles' },
    })
  })
})

describe('the content security policy', () => {
  const policyOf = async (tileUrl?: string) => {
    const { headers } = await serve({ built }, tileUrl).get('/console')
    return String(headers['content-security-policy'])
  }

  test('allows this server alone', async () => {
    const policy = await policyOf()
    expect(policy.replace(/ 'sha256-[^']+'/g, '')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
  })

  test.each([
    ['https://tiles.example.com:8443/{z}/{x}/{y}.png?key=a', 'https://tiles.example.com:8443'],
    ['https://{s}.tile.example.com/{z}/{x}/{y}.png', 'https://*.tile.example.com'],
  ])('allows the images of %s', async (url, source) => {
    expect(await policyOf(url)).toContain(`img-src 'self' data: ${source};`)
  })
})

describe('without its files', () => {
  test.each([
    ['preparing', 503, 'is being prepared'],
    ['failed', 503, 'could not be built'],
    ['absent', 404, 'has no console'],
  ] as const)('the page says that the console is %s', async (name, status, says) => {
    const server = serve({ name })
    const page = await server.get('/console/overview')
    expect(page.statusCode).toBe(status)
    expect(page.body).toContain(says)
    expect(page.body.includes('http-equiv="refresh"')).toBe(name === 'preparing')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; style-src 'sha256-")
    expect(page.headers['cache-control']).toBe('no-store')
    const script = await server.get('/console/assets/index-abc.js')
    expect(script).toMatchObject({ statusCode: 503 })
    expect(script.headers['retry-after']).toBe('1')
    expect((await server.get('/console/config.json')).json()).toMatchObject({ build: null })
  })
})
