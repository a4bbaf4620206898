import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { openFastLane, type QuickRoute } from './fast-lane.ts'
import { headerLines, type RawResponse } from './raw-response.ts'
import type { Piece, Scratch } from './scratch.ts'
import { createHttp } from './server.ts'

let close: (() => Promise<unknown>) | undefined
afterEach(() => close?.())

/** `/thing` answers `{"by":"route"}`, or what the quick route gives. */
async function listen(quick: QuickRoute, closedBecause: () => AppError | undefined = () => undefined) {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const { app, finish } = createHttp({ log, trustedProxies: [], strictResponses: false })
  const counted: number[] = []
  const metrics = { requests: () => (status: number) => void counted.push(status) }
  const lane = openFastLane(app.server, { closedBecause, metrics, log })
  lane.add('/thing', quick)
  lane.add('/things/:id', quick)
  for (const path of ['/thing', '/things/:id', '/things/:id/more']) {
    app.get(path, async () => ({ by: 'route' }))
  }
  app.after(finish)
  await app.listen({ host: '127.0.0.1', port: 0 })
  close = () => app.close()
  const { port } = app.server.address() as AddressInfo
  return { app, port, url: `http://127.0.0.1:${port}`, counted, lines }
}

const quickly: QuickRoute = ({ params, scratch }) => ({
  headers: headerLines(['content-type', 'application/json', 'etag', '"1"']),
  body: written(scratch, JSON.stringify({ by: 'lane', ...params })),
})

function written(scratch: Scratch, text: string): Piece {
  const piece = scratch.take(Buffer.byteLength(text))
  piece.chunk.write(text, piece.start)
  return piece
}

const by = async (answer: Response) => ((await answer.json()) as { by: string }).by

describe('a plain request', () => {
  test('is answered by its quick route, with the headers of every answer', async () => {
    const { url, counted } = await listen(quickly)
    const answer = await fetch(`${url}/thing?a=1%202&b=`, { headers: { 'x-request-id': 'mine-7' } })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-request-id': 'mine-7',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json',
      etag: '"1"',
      'content-length': '30',
    })
    expect(await answer.json()).toEqual({ by: 'lane', a: '1 2', b: '' })
    expect(counted).toEqual([200])
  })

  test('may take its time, and be answered with text', async () => {
    const { url, counted } = await listen(async ({ last }) => {
      await nextTurn()
      return { headers: 'content-type: application/json\r\n', body: `{"by":"${last} – 🚤"}` }
    })
    const answer = await fetch(`${url}/things/7`)
    expect(answer.headers.get('content-length')).toBe('19')
    expect(await by(answer)).toBe('7 – 🚤')
    expect(counted).toEqual([200])
  })

  test.each([
    ['HTTP/1.0', ''],
    ['HTTP/1.1', 'Connection: close\r\n'],
  ])('ends its connection where it is the last one: %s %j', async (version, header) => {
    const { port } = await listen(quickly)
    const text = await exchange(port, `GET /thing ${version}\r\nHost: x\r\n${header}\r\n`)
    expect(text).toMatch(/\r\nConnection: close\r\n[\s\S]*\{"by":"lane"\}$/)
    for (const line of ['x-content-type-options: nosniff', 'etag: "1"', 'content-length: 13']) {
      expect(text).toContain(`\r\n${line}\r\n`)
    }
  })

  test('is answered in its turn, whoever has the answer first', async () => {
    const { port } = await listen(({ params: { ms } }) => {
      const answer = { headers: '', body: `<${ms}>` }
      return ms === '0' ? answer : sleep(Number(ms)).then(() => answer)
    })
    const requests = ['30', '0', '5', '0'].map((ms) => `GET /thing?ms=${ms} HTTP/1.1\r\nHost: x\r\n\r\n`)
    const last = 'GET /thing?ms=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const text = await exchange(port, requests.join('') + last)
    expect(text.match(/<\d+>/g)).toEqual(['<30>', '<0>', '<5>', '<0>', '<1>'])
  })

  test('whose client goes before its answer comes does no harm', async () => {
    let answer: (() => void) | undefined
    const { url, port } = await listen(
      () => new Promise((resolve) => (answer = () => resolve({ headers: '', body: 'late' }))),
    )
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /thing HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => answer).toBeDefined()
    socket.destroy()
    await sleep(50)
    answer!()
    const another = fetch(`${url}/thing`)
    answer = undefined
    await expect.poll(() => answer).toBeDefined()
    answer!()
    expect(await (await another).text()).toBe('late')
  })

  test.each<[string, QuickRoute]>([
    ['at once', quickly],
    ['later', async (request) => sleep(5).then(() => quickly(request))],
  ])('whose connection is ended meanwhile does no harm: answered %s', async (_when, quick) => {
    const { port, url } = await listen(quick)
    for (let turn = 0; turn < 20; turn++) {
      const text = await exchange(
        port,
        'GET /thing HTTP/1.1\r\nHost: x\r\n\r\nCONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
      )
      expect(text).toContain('HTTP/1.1 400 ')
    }
    expect(await by(await fetch(`${url}/thing`))).toBe('lane')
  })

  test('leaves its connection to end when nothing more comes', async () => {
    const { app, port } = await listen(quickly)
    app.server.keepAliveTimeout = 50
    const text = await exchange(port, 'GET /thing HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(text).toContain('lane')
  })

  test('has an id of its own', async () => {
    const { url } = await listen(quickly)
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await fetch(`${url}/thing`)).headers.get('x-request-id')),
    )
    expect(new Set(ids).size).toBe(20)
  })
})

describe('is left to the route', () => {
  test.each<[string, RequestInit & { search?: string }]>([
    ['with another method', { method: 'HEAD' }],
    ['with a body', { headers: { 'content-length': '0' } }],
    ['with a broken query', { search: '?a=%zz' }],
    ['with a parameter given twice', { search: '?a=1&a=2' }],
  ])('a request %s', async (_what, { search = '', ...init }) => {
    const { url, counted } = await listen(quickly)
    const answer = await raw(url, search, init)
    expect(answer).not.toContain('lane')
    expect(counted).toEqual([])
  })

  test.each<[string, QuickRoute]>([
    ['gives nothing', () => undefined],
    [
      'throws',
      () => {
        throw new AppError('RATE_LIMITED', 'Slow down.')
      },
    ],
  ])('what the quick route %s for', async (_what, quick) => {
    const { url, counted } = await listen(quick)
    expect(await by(await fetch(`${url}/thing`))).toBe('route')
    expect(counted).toEqual([])
  })

  test('what has a header that would break the answer', async () => {
    const { url, counted } = await listen(() => ({ headers: headerLines(['etag', '"1"\r\n']), body: '{}' }))
    expect(await by(await fetch(`${url}/thing`))).toBe('route')
    expect(counted).toEqual([])
  })

  test('what the quick route has no answer for after all', async () => {
    const { url, counted } = await listen(async () => undefined)
    expect(await by(await fetch(`${url}/thing`))).toBe('route')
    const failing = await listen(async () => Promise.reject(new Error('No.')))
    expect(await by(await fetch(`${failing.url}/thing`))).toBe('route')
    expect([...counted, ...failing.counted]).toEqual([])
  })

  test('paths that only begin or end like its own', async () => {
    const { url } = await listen(quickly)
    for (const path of ['/things/7/more', '/things/', '/thing/']) {
      const answer = await fetch(url + path)
      expect(await answer.text()).not.toContain('lane')
    }
  })

  test('everything while the interfaces are closed', async () => {
    const { url } = await listen(quickly, () => new AppError('UNAVAILABLE', 'Not yet.'))
    expect(await by(await fetch(`${url}/thing`))).toBe('route')
  })

  test('everything while the server closes, so that connections end', async () => {
    const { app, port } = await listen(quickly)
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.write('GET /thing HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => text).toContain('lane')
    const closed = app.close()
    socket.write('GET /thing HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'close')
    expect(text).toMatch(/connection: close[\s\S]*"route"/)
    await closed
  })
})

test.each<[string, (answer: RawResponse) => ReturnType<QuickRoute>]>([
  ['at once', (answer) => answer],
  ['later', async (answer) => answer],
])(
  'an answer that cannot be sent, given %s, ends its connection and hinders no other',
  async (_when, give) => {
    const headers = (last: string) => (last === 'broken' ? 'x-broken: \x01\r\n' : '')
    const { port, lines } = await listen(({ last }) => give({ headers: headers(last), body: last }))
    const ask = (id: string) =>
      exchange(port, `GET /things/${id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const [broken, ...whole] = await Promise.all(['broken', '1', '2'].map(ask))
    expect(broken).toBe('')
    expect(whole.map((text) => text.slice(-1))).toEqual(['1', '2'])
    expect(lines.join()).toContain('an answer could not be sent')
  },
)

test('a client that does not read does not keep the server from closing', async () => {
  const { app, port } = await listen(({ scratch }) => ({
    headers: '',
    body: written(scratch, 'x'.repeat(60_000)),
  }))
  const slow = connect(port, '127.0.0.1')
  slow.pause().on('error', () => undefined)
  for (let n = 0; n < 300; n++) slow.write('GET /thing HTTP/1.1\r\nHost: x\r\n\r\n')
  await sleep(300)
  // Long before connections are broken.
  const closed = await Promise.race([app.close().then(() => true), sleep(10_000)])
  slow.destroy()
  expect(closed).toBe(true)
})

test('answers that a slow reader leaves lying are not written over', async () => {
  const size = 40_000
  const { port } = await listen(({ params, scratch }) => {
    return { headers: '', body: written(scratch, `${Buffer.alloc(size, `${params.n}-`)}`) }
  })
  const slow = connect(port, '127.0.0.1')
  slow.pause()
  const requests = 200
  for (let n = 0; n < requests; n++) slow.write(`GET /thing?n=${n} HTTP/1.1\r\nHost: x\r\n\r\n`)
  // Others' answers go through the same memory while those lie there.
  for (let n = 0; n < 50; n++) await (await fetch(`http://127.0.0.1:${port}/thing?n=x${n}`)).arrayBuffer()

  let got = ''
  slow.setEncoding('latin1').on('data', (chunk) => {
    got += chunk
  })
  slow.resume()
  const expected = Array.from({ length: requests }, (_, n) => `${Buffer.alloc(size, `${n}-`)}`)
  await expect.poll(() => got.split('HTTP/1.1 200').length - 1, { timeout: 20_000 }).toBe(requests)
  await expect.poll(() => got.endsWith(expected.at(-1)!), { timeout: 20_000 }).toBe(true)
  const bodies = got
    .split(/HTTP\/1\.1 200 OK\r\n/)
    .slice(1)
    .map((answer) => answer.slice(answer.indexOf('\r\n\r\n') + 4))
  expect(bodies.map((body, n) => body === expected[n])).toEqual(expected.map(() => true))
})

/** All of an answer as text: fetch would not send these. */
function raw(url: string, search: string, { method = 'GET', headers = {} }: RequestInit) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `${method} /thing${search} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
  return exchange(Number(new URL(url).port), `${head}${lines.join('')}\r\n`)
}

/** All that comes until the server ends the connection. */
async function exchange(port: number, requests: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write(requests)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}
