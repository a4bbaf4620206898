import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { withBody } from '../../../test/support/with-body.ts'
import { expectFailure, limits, outgoing, serve } from './target.test-support.ts'

describe('an answer', () => {
  test('has status, type, headers and body, and the request is sent as given', async () => {
    const seen: Record<string, unknown> = {}
    const listener = withBody(({ method, url, headers }, response, body) => {
      Object.assign(seen, { method, url, headers, body: body.toString() })
      response.writeHead(201, {
        'Content-Type': 'application/vnd.crm+json',
        'X-Rate': '7',
        'Set-Cookie': 'a=1',
      })
      response.end('{"ok":true}')
    })
    const url = await serve(listener)
    const answer = await outgoing().request({
      ...limits,
      method: 'PUT',
      url: `${url}/hook?a=1#part`,
      body: '{"lead":"ü"}',
      headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
    })
    expect(answer).toMatchObject({ status: 201, contentType: 'application/vnd.crm+json', truncated: false })
    expect(answer.body.toString()).toBe('{"ok":true}')
    expect(Object.keys(answer.headers).sort()).toEqual(['content-type', 'date', 'x-rate'])
    expect(seen).toMatchObject({ method: 'PUT', url: '/hook?a=1', body: '{"lead":"ü"}' })
    expect(seen.headers).toMatchObject({
      'user-agent': 'Transom/test',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'content-length': '13',
      'webhook-id': 'msg_1',
    })
  })

  test('keeps binary content unchanged', async () => {
    const bytes = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256))
    const url = await serve((_request, response) => response.end(bytes))
    const answer = await outgoing().post(url, limits)
    expect(answer.contentType).toBeNull()
    expect(answer.body.equals(bytes)).toBe(true)
  })

  test.each([204, 304, 200])(
    '%i without a body has an empty body, even if it names an encoding',
    async (status) => {
      const url = await serve((_request, response) =>
        response.writeHead(status, { 'content-encoding': 'gzip' }).end(),
      )
      expect(await outgoing().post(url, limits)).toMatchObject({
        status,
        body: Buffer.alloc(0),
        truncated: false,
      })
    },
  )

  test.each([301, 302, 303, 307, 308])('%i is returned, not followed', async (status) => {
    const paths: unknown[] = []
    const url = await serve((request, response) => {
      paths.push(request.url)
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
    const answer = await outgoing().post(`${url}/hook`, limits)
    expect(answer).toMatchObject({ status, headers: { location: '/elsewhere' } })
    expect(paths).toEqual(['/hook'])
  })

  test.each([400, 410, 429, 500, 503])('%i is an answer, not an error', async (status) => {
    const url = await serve((_request, response) =>
      response.writeHead(status, { 'retry-after': '120' }).end('no'),
    )
    expect(await outgoing().post(url, limits)).toMatchObject({ status, headers: { 'retry-after': '120' } })
  })

  test('reuses connections for calls that follow each other', async () => {
    const ports = new Set<unknown>()
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('ok')
    })
    const client = outgoing()
    for (let call = 0; call < 20; call++) await client.post(url, limits)
    expect(ports.size).toBeLessThan(4)
  })
})

describe('a large answer', () => {
  test('is complete at exactly the limit and cut one byte above it', async () => {
    const url = await serve((_request, response) => response.end(Buffer.alloc(1000, 'a')))
    const client = outgoing()
    const complete = await client.post(url, { ...limits, maxBytes: 1000 })
    expect([complete.body.length, complete.truncated]).toEqual([1000, false])
    const cut = await client.post(url, { ...limits, maxBytes: 999 })
    expect([cut.body.length, cut.truncated]).toEqual([999, true])
  })

  test.each(['identity', 'gzip'])(
    'of 100 MB (%s) is not read completely, and its connection is dropped',
    async (encoding) => {
      let sent = 0
      let dropped: Promise<unknown> | undefined
      const chunk = encoding === 'gzip' ? gzipSync(randomBytes(65_536)) : randomBytes(65_536)
      const url = await serve((_request, response) => {
        dropped = once(response, 'close')
        const send = () => {
          while (sent < 100e6 && !response.destroyed && response.write(chunk)) sent += chunk.length
        }
        response.writeHead(200, { 'content-encoding': encoding }).on('drain', send)
        send()
      })
      const answer = await outgoing().post(url, { ...limits, maxBytes: 1 << 20 })
      expect([answer.status, answer.body.length, answer.truncated]).toEqual([200, 1 << 20, true])
      await dropped
      expect(sent).toBeLessThan(20e6)
    },
  )

  test.each([
    ['gzip', gzipSync],
    ['br', quickBrotli],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('that unpacks from %s to 64 MB is cut at the limit of decoded bytes', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(64e6))
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    )
    const before = process.memoryUsage().rss
    const answer = await outgoing().post(url, { ...limits, maxBytes: 1 << 20 })
    expect([answer.body.length, answer.truncated]).toEqual([1 << 20, true])
    expect(process.memoryUsage().rss - before).toBeLessThan(40e6)
  })
})

describe('an encoding that was not requested', () => {
  test.each([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
    ['identity', Buffer.from],
  ])('%s is decoded, and no header mentions it', async (encoding, compress) => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.from('hello'))),
    )
    const answer = await outgoing().post(url, limits)
    expect([answer.body.toString(), answer.truncated]).toEqual(['hello', false])
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.headers).not.toHaveProperty('content-length')
  })

  test.each([
    ['compress', 'hello'],
    ['gzip, gzip', gzipSync(gzipSync('hello'))],
    ['gzip', 'no gzip at all'],
    ['gzip', gzipSync('hello').subarray(0, 15)],
    ['constructor', 'hello'],
  ])("%s that can't be decoded leaves the status and an empty body", async (encoding, body) => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    )
    expect(await outgoing().post(url, limits)).toMatchObject({
      status: 200,
      body: Buffer.alloc(0),
      truncated: true,
    })
  })

  test('does not hide a connection that breaks', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '1000' })
      response.write(gzipSync('hello'), () => response.destroy())
    })
    await expectFailure(outgoing().post(url, limits), 'connection')
  })
})

function quickBrotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}
