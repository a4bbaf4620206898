import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { warrantyErrorFormat } from '../../features/warranty-api/index.ts'
import { createHttp } from './server.ts'

const HEADERS_MS = 300
const BODY_MS = 500
const CLOSE_LIMIT_MS = 1_500

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

/** Emits an event for each `slow` request that has started. */
const requests = new EventEmitter()

/** Starts an app with an endpoint that returns its body and one that takes `ms`. Returns its port. */
async function listen({
  log = pino({ level: 'silent' }),
  bodyMs = BODY_MS,
  closeLimitMs = CLOSE_LIMIT_MS,
} = {}) {
  const { app, finish } = createHttp({
    log,
    trustedProxies: [],
    strictResponses: false,
    headersMs: HEADERS_MS,
    bodyMs,
    closeLimitMs,
  })
  app.addErrorFormat(warrantyErrorFormat)
  app.post('/api/v1/echo', async (request) => ({ got: request.body ?? null }))
  app.get<{ Querystring: never; Params: { ms: string } }>('/slow/:ms', async ({ params }) => {
    requests.emit('slow')
    await sleep(Number(params.ms))
    return { slept: params.ms }
  })
  app.after(finish)
  await app.listen({ host: '127.0.0.1', port: 0 })
  close = async () => {
    await app.close()
  }
  return (app.server.address() as AddressInfo).port
}

/**
 * A connection on which texts are written in turn. `answer` returns everything that arrived when it ended.
 */
function open(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', (chunk: string) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  const ended = once(socket, 'close')
  return {
    write: (part: string) => socket.write(part),
    sofar: () => text,
    async answer() {
      await ended
      return text
    },
  }
}

const post = (length: number) =>
  `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

describe('headers', () => {
  test.each([
    ['stop coming', ''],
    ['come a byte at a time', 'x'],
  ])('that %s get a response when their time is up', async (_what, more) => {
    const connection = open(await listen())
    connection.write('GET /slow/0 HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    const drip = setInterval(() => connection.write(more), HEADERS_MS / 10)
    const [head = '', body = ''] = (await connection.answer()).split('\r\n\r\n')
    clearInterval(drip)
    expect(head).toMatch(/^HTTP\/1\.1 408 /)
    expect(JSON.parse(body)).toEqual({ error: expect.stringContaining('too long'), version: '0.2.0' })
  })

  test('that never arrive end the connection', async () => {
    const connection = open(await listen())
    expect(await connection.answer()).not.toContain('HTTP/1.1 200')
  })
})

describe('a body', () => {
  test('that stops arriving gets an error in the format of its interface when its time is up', async () => {
    const connection = open(await listen())
    connection.write(`${post(20)}{"a":`)
    const [head = '', body = ''] = (await connection.answer()).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 /)
    expect(head).toMatch(/\r\nconnection: close/i)
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: 'REQUEST_TIMEOUT' } })
  })

  test.each([
    ['too large', post(2_000_000), '413'],
    ['of an unknown path', post(20).replace('echo', 'none'), '404'],
    [
      'whose answer is the last',
      post(20).replace('echo', 'none').replace('Host', 'Connection: close\r\nHost'),
      '404',
    ],
  ])(
    '%s that stops arriving gets one response when its time is up, and the connection is closed',
    async (_what, head, status) => {
      const connection = open(await listen())
      connection.write(`${head}{"a":`)
      const answers = (await connection.answer()).match(/HTTP\/1\.1 \d+/g)
      expect(answers).toEqual([`HTTP/1.1 ${status}`])
    },
  )

  test('with broken framing is refused in the format of its interface, even after its headers', async () => {
    const connection = open(await listen())
    connection.write(post(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked'))
    await sleep(50)
    connection.write('zz\r\n')
    const [head = '', body = ''] = (await connection.answer()).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: 'BAD_REQUEST' } })
  })

  test('that arrives in pieces, in time, is accepted', async () => {
    const bodyMs = 3_000
    const connection = open(await listen({ bodyMs }))
    connection.write(`${post(7)}{"a"`)
    await sleep(150)
    connection.write(':1}')
    await expect.poll(connection.sofar, { timeout: 10_000 }).toContain('{"got":{"a":1}}')
    // The body's time limit no longer applies: nothing follows.
    await sleep(bodyMs)
    expect(connection.sofar().match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('that has arrived does not limit how long its response takes', async () => {
    const connection = open(await listen())
    connection.write(`GET /slow/${2 * BODY_MS} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`)
    await expect.poll(connection.sofar, { timeout: 10_000 }).toContain('{"slept":')
  })
})

describe('closing', () => {
  test('lets a running request finish, and then closes its connection', async () => {
    const connection = open(await listen())
    const begun = once(requests, 'slow')
    connection.write('GET /slow/400 HTTP/1.1\r\nHost: x\r\n\r\n')
    await begun
    await Promise.all([close!(), connection.answer()])
    expect(connection.sofar()).toMatch(/^HTTP\/1\.1 200 /)
    expect(connection.sofar()).toMatch(/\r\nconnection: close/i)
  })

  test('does not wait for clients that keep sending although they have their response', async () => {
    const connection = open(await listen({ bodyMs: 40_000, closeLimitMs: 40_000 }))
    connection.write(`${post(20).replace('echo', 'none')}{"a":`)
    await expect.poll(connection.sofar).toContain('HTTP/1.1 404')
    expect(await Promise.race([close!(), sleep(20_000, 'late')])).toBeUndefined()
  })

  test('answers a request on an open connection, and refuses new connections', async () => {
    const port = await listen()
    const connection = open(port)
    connection.write('GET /slow/0 HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(connection.sofar, { timeout: 10_000 }).toContain('slept')
    const closed = close!()
    connection.write('GET /slow/1 HTTP/1.1\r\nHost: x\r\n\r\n')
    const answers = (await connection.answer()).match(/HTTP\/1\.1 \d+/g)
    expect(answers).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
    const [error] = await once(connect(port, '127.0.0.1'), 'error')
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    await closed
  })

  test('does not wait for a client that stops in the middle of its headers', async () => {
    const connection = open(await listen())
    connection.write('GET /slow/0 HTTP/1.1\r\nHo')
    await sleep(50)
    await Promise.all([close!(), connection.answer()])
    expect(connection.sofar()).not.toContain('HTTP/1.1 200')
  })
})

describe('CONNECT', () => {
  test('gets a response and its connection is closed, whether or not the client closes it too', async () => {
    const port = await listen()
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setEncoding('utf8')
    socket.write('CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n')
    const [text] = await once(socket, 'data')
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    // Everything that the client writes now reaches a closed connection.
    socket.on('error', () => undefined)
    const writing = setInterval(() => socket.write('x'), 100)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(writing)
    await close!()
  })

  test('does no harm when the connection is reset', async () => {
    const port = await listen()
    for (let turn = 0; turn < 20; turn++) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write('CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n')
      await sleep(turn % 3)
      socket.resetAndDestroy()
    }
    await sleep(50)
    const connection = open(port)
    connection.write('GET /slow/0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await connection.answer()).toMatch(/^HTTP\/1\.1 200 /)
  })
})

test('an upload that breaks off is not a failure of the server', async () => {
  const lines: string[] = []
  const port = await listen({ log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }) })
  for (const end of ['destroy', 'resetAndDestroy'] as const) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`${post(100)}{"a":`)
    await sleep(50)
    socket[end]()
  }
  await sleep(100)
  expect(lines).toEqual([])
})
