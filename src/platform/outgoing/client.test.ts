import { createServer as createTcpServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  countConnections,
  drip,
  expectFailure,
  limits,
  listen,
  outgoing,
  resolveTo,
  serve,
} from './target.test-support.ts'

describe('the deadline', () => {
  const short = { timeoutMs: 200, maxBytes: 1000 }

  test('ends a call to a target that accepts and stays silent', async () => {
    const sockets: Socket[] = []
    const url = await listen(createTcpServer((socket) => sockets.push(socket.resume())))
    await expectFailure(outgoing().post(url, short), 'timeout')
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
  })

  test('ends a TLS handshake that is never answered', async () => {
    const url = await listen(createTcpServer(() => {}))
    await expectFailure(outgoing().post(url.replace('http:', 'https:'), short), 'timeout')
  })

  test('ends headers that arrive slowly', async () => {
    const url = await listen(createTcpServer((socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-', 'a')))
    await expectFailure(outgoing().post(url, short), 'timeout')
  })

  test('ends endless interim answers', async () => {
    const url = await listen(
      createTcpServer((socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n')),
    )
    await expectFailure(outgoing().post(url, short), 'timeout')
  })

  test('ends a body that arrives slowly, though it is never idle', async () => {
    const url = await listen(
      createTcpServer((socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 999999\r\n\r\n', 'a')),
    )
    await expectFailure(outgoing().post(url, short), 'timeout')
  })

  test('ends a compressed body that stalls', async () => {
    const url = await serve((_request, response) => {
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .write(gzipSync('hello'.repeat(1000)).subarray(0, 20))
    })
    await expectFailure(outgoing().post(url, short), 'timeout')
  })

  test('ends a name look-up that hangs', async () => {
    const client = outgoing({ lookup: () => new Promise(() => {}) })
    await expectFailure(client.post('http://crm.example.test/', short), 'timeout')
  })

  test('counts the wait for a free connection', async () => {
    let received = 0
    const url = await serve(() => {
      received++
    })
    const client = outgoing()
    const calls = Array.from({ length: 400 }, () => client.post(url, short))
    await Promise.all(calls.map((call) => expectFailure(call, 'timeout')))
    // The call that waited for a connection all the time ended without being sent.
    expect(received).toBeLessThan(calls.length)
  })

  test('is reported with its length and without the target', async () => {
    const url = await serve(() => {})
    const error = await expectFailure(outgoing().post(`${url}/hook?key=topsecret`, short), 'timeout')
    expect(error.message).toBe('No complete answer came within 0.2 s.')
  })
})

describe('a call that is canceled', () => {
  test('rejects immediately as aborted, before and while it runs', async () => {
    const client = outgoing({ lookup: () => new Promise(() => {}) })
    const controller = new AbortController()
    const call = { ...limits, signal: controller.signal }
    for (const url of [await serve(() => {}), 'http://crm.example.test/']) {
      setTimeout(() => controller.abort(), 50)
      await expectFailure(client.post(url, call), 'aborted')
      await expectFailure(client.post(url, call), 'aborted')
    }
  })

  test('by shutdown rejects as aborted, in flight and later', async () => {
    const url = await serve(() => {})
    const client = outgoing()
    const call = expectFailure(client.post(url, limits), 'aborted')
    await delay(50)
    await client.close()
    await call
    await expectFailure(client.post(url, limits), 'aborted')
  })
})

describe('a broken connection', () => {
  test.each([
    ['that ends immediately', ''],
    ['that ends within the headers', 'HTTP/1.1 200 OK\r\nconte'],
    ['that ends within a body of known length', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'],
    ['that ends within a chunked body', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabc'],
    ['with another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['with contradicting lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd'],
  ])('%s is a connection error', async (_when, bytes) => {
    const url = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.write(bytes, () => socket.resetAndDestroy()))
      }),
    )
    await expectFailure(outgoing().post(url, limits), 'connection')
  })

  test.each([
    ['a line that ends in LF alone', 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok'],
    ['a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -2\r\n\r\nok'],
    ['no HTTP at all', 'hello, who is there?\r\n'],
  ])('is reported as an invalid answer: %s', async (_what, bytes) => {
    const url = await listen(createTcpServer((socket) => socket.once('data', () => socket.end(bytes))))
    const error = await expectFailure(outgoing().post(url, limits), 'connection')
    expect(error.message).toBe('The answer is not proper HTTP (HTTPParserError).')
  })

  test('does not affect the next call', async () => {
    let calls = 0
    const url = await serve((request, response) =>
      calls++ === 0 ? request.socket.destroy() : response.end('ok'),
    )
    const client = outgoing()
    await expectFailure(client.post(url, limits), 'connection')
    expect((await client.post(url, limits)).body.toString()).toBe('ok')
  })

  test('that is refused is reported without naming the target', async () => {
    const server = createTcpServer()
    const url = await listen(server)
    server.close()
    const error = await expectFailure(outgoing().post(`${url}/hook?key=topsecret`, limits), 'connection')
    expect(error.message).toBe('The target refused the connection (ECONNREFUSED).')
  })

  test('to a name that does not resolve is reported without the name', async () => {
    const lookup = () =>
      Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND crm'), { code: 'ENOTFOUND' }))
    const error = await expectFailure(
      outgoing({ lookup }).post('http://crm.example.test/', limits),
      'connection',
    )
    expect(error.message).toBe("The target's name could not be resolved (ENOTFOUND).")
  })
})

describe('a target that is not public', () => {
  test.each(['127.1', '2130706433', '0', '0x7f.1', '[::ffff:7f00:1]', '[::1]', 'localhost'])(
    '%s is refused before a connection is made',
    async (host) => {
      const { port, connections } = await countConnections()
      const client = outgoing({ allowPrivate: false })
      await expectFailure(client.post(`https://${host}:${port}/`, limits), 'refused_target')
      await expectFailure(client.post(`http://${host}:${port}/`, limits), 'refused_target')
      expect(connections()).toBe(0)
    },
  )

  test.each([
    ['private', ['127.0.0.1']],
    ['public and private', ['8.8.8.8', '127.0.0.1']],
    ['private and public', ['127.0.0.1', '8.8.8.8']],
    ['private IPv6', ['::1']],
    ['mapped', ['::ffff:127.0.0.1']],
  ])('a name with %s addresses is refused', async (_kind, addresses) => {
    const { port, connections } = await countConnections()
    const client = outgoing({ allowPrivate: false, lookup: resolveTo(addresses) })
    const error = await expectFailure(
      client.post(`https://crm.example.test:${port}/?k=s`, limits),
      'refused_target',
    )
    expect(error.message).toBe(
      "The target's name resolves to a private or local address; that needs ALLOW_PRIVATE_WEBHOOKS=true.",
    )
    expect(connections()).toBe(0)
  })

  test('an invalid URL is refused as such', async () => {
    await expectFailure(outgoing().post('https://user:pass@crm.example.test/', limits), 'invalid_url')
  })
})

describe('a name', () => {
  test('is resolved once per connection, which goes to the resolved address', async () => {
    const hosts: unknown[] = []
    const url = await serve((request, response) => {
      hosts.push([request.headers.host, request.socket.localAddress])
      response.writeHead(200, { connection: 'close' }).end()
    }, '0.0.0.0')
    const { port } = new URL(url)
    const lookups: string[] = []
    const answers = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
    const client = outgoing({
      lookup: async (hostname) => {
        lookups.push(hostname)
        return [{ address: answers[lookups.length - 1] ?? '', family: 4 }]
      },
    })
    await client.post(`http://crm.example.test:${port}/`, limits)
    await client.post(`http://crm.example.test:${port}/`, limits)
    expect(lookups).toEqual(['crm.example.test', 'crm.example.test'])
    expect(hosts).toEqual([
      [`crm.example.test:${port}`, '127.0.0.2'],
      [`crm.example.test:${port}`, '127.0.0.3'],
    ])
  })

  test('that is rebound to a private address is refused on the next connection', async () => {
    const { port, connections } = await countConnections()
    let lookups = 0
    const client = outgoing({
      allowPrivate: false,
      lookup: async () => {
        lookups += 1
        // The first address passes the check but its target is gone.
        if (lookups === 1) throw Object.assign(new Error('gone'), { code: 'EAI_AGAIN' })
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    await expectFailure(client.post(`https://crm.example.test:${port}/`, limits), 'connection')
    await expectFailure(client.post(`https://crm.example.test:${port}/`, limits), 'refused_target')
    expect([lookups, connections()]).toEqual([2, 0])
  })

  test('with a dead first address is reached at the second', async () => {
    const url = await serve((_request, response) => response.end('ok'))
    const client = outgoing({ lookup: resolveTo(['127.0.0.9', '127.0.0.1']) })
    const answer = await client.post(`http://crm.example.test:${new URL(url).port}/`, limits)
    expect(answer.body.toString()).toBe('ok')
  })
})

test('a call reaches an IPv6 literal', async () => {
  const url = await serve((request, response) => response.end(request.headers.host), '::1')
  const target = url.replace('127.0.0.1', '[::1]')
  expect((await outgoing().post(target, limits)).body.toString()).toBe(new URL(target).host)
})

describe('a target', () => {
  test.each([
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n',
  ])('that sends %j first is judged by its final status', async (interim) => {
    const url = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () =>
          socket.write(`${interim}HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok`),
        )
      }),
    )
    const client = outgoing()
    for (let call = 0; call < 2; call++) {
      const answer = await client.post(url, { ...limits, body: 'x' })
      expect([answer.status, answer.body.toString()]).toEqual([202, 'ok'])
    }
  })

  test('that sends an unrequested 100 Continue gets the body of every further call once', async () => {
    const bodies: string[] = []
    const url = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        bodies.push(body)
        response.writeContinue()
        response.writeHead(200).end('ok')
      })
    })
    const client = outgoing()
    for (const body of ['a', 'b', 'c']) await client.post(url, { ...limits, body })
    expect(bodies.slice(-2)).toEqual(['b', 'c'])
  })

  test('that sends 100 KB of headers is judged by its final status', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(201, { 'x-large': 'x'.repeat(100_000) }).end('ok')
    })
    expect(await outgoing().post(url, limits)).toMatchObject({ status: 201, body: Buffer.from('ok') })
  })
})
