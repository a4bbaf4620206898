import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/db.ts'
import { openRaw } from '../../test/support/raw-connection.ts'
import { sendRaw } from '../../test/support/raw-http.ts'
import { apply } from '../features/setup/apply.test-support.ts'
import { AppError } from '../platform/errors.ts'
import { startLocator } from './fast-path.test-support.ts'

const TOKEN = 'a-token-of-24-characters'
const OTHERS = 'another-token-of-24-chars'
const LEADS = 'a-token-for-leads-24-chars'
const KEY = 'pk_a-key-of-24-characters'
const PAGE = 'https://www.example.com'
const QUERY = 'brand=harbor-craft&country=US&postal_code=75067'
const PATH = `/dealer-locator?${QUERY}`
const HEADERS = `Host: a\r\nX-API-Token: ${TOKEN}\r\n`
const KEY_HEADERS = `Host: a\r\nX-API-Token: ${KEY}\r\n`
/** Follows each request on its connection: the one before must have been read and answered to its end. */
const LAST = 'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

const dealer = (dealer_code: string, fields: object = {}) => ({
  dealer_code,
  name: `Dealer ${dealer_code}`,
  country: 'USA',
  latitude: 33,
  longitude: -97,
  brands: ['harbor-craft'],
  ...fields,
})
const FILE = {
  brands: [
    { slug: 'harbor-craft', name: 'Harbor Craft', fallback_dealer: 'D' },
    { slug: 'northwind', name: 'Northwind' },
  ],
  dealer_groups: [{ id: 1, name: 'Group' }],
  dealers: [
    dealer('A', { group_id: 1, unit_id: 1, name: 'Żeglarz & Söhne "Hafen" ⛵' }),
    dealer('B', { latitude: 34 }),
    dealer('C', { group_id: 1, unit_id: 2, latitude: 60 }),
    dealer('D', { country: 'Germany', latitude: 52, longitude: 13 }),
    dealer('E', { country: 'Canada', latitude: 45, longitude: -75 }),
  ],
  territories: [{ brand: 'harbor-craft', country: 'US', postal_code: '09001', dealer_code: 'B' }],
  api_tokens: [
    { name: 'website', token: TOKEN, brands: ['harbor-craft'], scopes: ['dealer-locator'] },
    { name: 'others', token: OTHERS, brands: ['northwind'], scopes: ['dealer-locator'] },
    {
      name: 'pages',
      kind: 'publishable',
      token: KEY,
      brands: ['harbor-craft'],
      scopes: ['dealer-locator'],
      origins: [PAGE],
    },
    { name: 'leads', token: LEADS, brands: ['harbor-craft'], scopes: ['lead-submission'] },
  ],
}

const database = await openTestDatabase()
const { db } = database
type Started = Awaited<ReturnType<typeof startLocator>>
let fast: Started
let slow: Started
beforeAll(async () => {
  await apply(db, FILE)
  fast = await startLocator(database, { fast: true, rateLimitPerMinute: 6_000 })
  slow = await startLocator(database, { fast: false, rateLimitPerMinute: 6_000 })
  for (const { url } of [fast, slow]) await sendRaw(url, get(PATH) + LAST)
})
afterAll(async () => {
  await fast.close()
  await slow.close()
  await database.drop()
})

function get(target: string, headers = HEADERS, { method = 'GET', version = '1.1' } = {}): string {
  return `${method} ${target} HTTP/${version}\r\n${headers}\r\n`
}

/** Returns everything that was sent, but for what differs from one request to the next. */
async function answerOf({ url }: Started, request: string): Promise<string> {
  const answer = await sendRaw(url, isLast(request) ? request : request + LAST)
  return answer
    .replaceAll(/^(date): .*$/gim, '$1: …')
    .replaceAll(/^(x-request-id): [\w-]{12}-\d+$/gim, '$1: …')
    .replaceAll(/;r=\d+;t=\d+/g, ';r=…;t=…')
}

/** Whether a request is the last of its connection. */
function isLast(request: string): boolean {
  return /^Connection: .*close/m.test(request) || (/ HTTP\/1\.0/.test(request) && !/keep-alive/.test(request))
}

const plain: [string, string][] = [
  ['a query', get(PATH)],
  ['every parameter', get(`${PATH}&limit=2&max_distance_miles=100.5&explain=false&other=1`)],
  ['a query with explanations', get(`${PATH}&explain=true`)],
  ['lower case and escapes', get('/dealer-locator?brand=harbor%2Dcraft&country=ca&postal_code=k1a+0b1')],
  ['a US territory', get('/dealer-locator?brand=harbor-craft&country=PR&postal_code=00901')],
  ['empty pieces and a fragment', get(`/dealer-locator?&&${QUERY}&limit=3&x=#y`)],
  ['the longest URL', get(`${PATH}&x=`.padEnd(8_192, 'x'))],
  ['no matches', get(`${PATH}&max_distance_miles=0`)],
  ['a request id', get(PATH, `${HEADERS}X-Request-Id: own-id\r\n`)],
  ['an invalid request id', get(PATH, `${HEADERS}X-Request-Id: "own id"\r\n`)],
  ['two request ids', get(PATH, `${HEADERS}X-Request-Id: a\r\nX-Request-Id: b\r\n`)],
  [
    'headers that nothing reads',
    get(PATH, `${HEADERS}Range: bytes=0-9\r\nAccept: text/html\r\nCookie: a=b\r\n`),
  ],
  ['a content type without a body', get(PATH, `${HEADERS}Content-Type: text/plain\r\n`)],
  ['three requests in a row', get(PATH) + get(PATH) + get(`${PATH}&limit=1`)],
  ['the end of the connection', get(PATH, `${HEADERS}Connection: close\r\n`)],
  ['HTTP/1.0', get(PATH, HEADERS, { version: '1.0' })],
  ['HTTP/1.0 without a host', get(PATH, `X-API-Token: ${TOKEN}\r\n`, { version: '1.0' })],
  ['HTTP/1.0 that stays', get(PATH, `${HEADERS}Connection: keep-alive\r\n`, { version: '1.0' })],
  ['an expectation', get(PATH, `${HEADERS}Expect: 100-continue\r\n`)],
  ['an unknown expectation', get(PATH, `${HEADERS}Expect: tea\r\n`)],
  ['an origin', get(PATH, `${HEADERS}Origin: ${PAGE}\r\n`)],
  ['a page with a publishable key', get(PATH, `${KEY_HEADERS}Origin: ${PAGE}\r\n`)],
  ['an upgrade', get(PATH, `${HEADERS}Connection: Upgrade, close\r\nUpgrade: websocket\r\n`)],
]

const unusual: [string, string][] = [
  ...['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'].map((method): [string, string] => [
    method,
    get(PATH, HEADERS, { method }),
  ]),
  ['a trailing slash', get(`/dealer-locator/?${QUERY}`)],
  ['two trailing slashes', get(`/dealer-locator//?${QUERY}`)],
  ['two leading slashes', get(`/${PATH}`)],
  ['an escaped path', get(`/dealer%2Dlocator?${QUERY}`)],
  ['another case', get(`/Dealer-Locator?${QUERY}`)],
  ['a path parameter', get(`/dealer-locator;a?${QUERY}`)],
  ['a fragment before the query', get(`/dealer-locator#?${QUERY}`)],
  ['a target with a host', get(`http://a${PATH}`)],
  ['no query', get('/dealer-locator')],
  ['an empty query', get('/dealer-locator?')],
  ['a parameter twice', get(`${PATH}&limit=1&limit=1`)],
  ['brackets', get(`${PATH}&limit[]=1`)],
  ['a broken escape', get(`${PATH}&limit=%E0%A4`)],
  ['NUL', get(`${PATH}&limit=%00`)],
  ['bytes beyond ASCII', get(`${PATH}&limit=\xe9`)],
  ['a URL beyond its limit', get(`${PATH}&x=`.padEnd(8_193, 'x'))],
  ['__proto__', get('/dealer-locator?__proto__=1&constructor=2')],
  ['a wrong limit', get(`${PATH}&limit=0`)],
  ['an unknown country', get('/dealer-locator?brand=harbor-craft&country=ZZ&postal_code=1')],
  ['an unknown code', get('/dealer-locator?brand=harbor-craft&country=US&postal_code=00000')],
  ["a code near its prefix's center", get('/dealer-locator?brand=harbor-craft&country=US&postal_code=75000')],
  ['a territory without a place', get('/dealer-locator?brand=harbor-craft&country=US&postal_code=09001')],
  ['a country without places', get('/dealer-locator?brand=harbor-craft&country=DE&postal_code=10117')],
  ['a country without dealers', get('/dealer-locator?brand=harbor-craft&country=FR&postal_code=75001')],
  ['an unknown brand', get('/dealer-locator?brand=none&country=US&postal_code=75067')],
  ["another token's brand", get(PATH, `Host: a\r\nX-API-Token: ${OTHERS}\r\n`)],
  ['a token for something else', get(PATH, `Host: a\r\nX-API-Token: ${LEADS}\r\n`)],
  ['no token', get(PATH, 'Host: a\r\n')],
  ['an empty token', get(PATH, 'Host: a\r\nX-API-Token:\r\n')],
  ['an unknown token', get(PATH, 'Host: a\r\nX-API-Token: unknown\r\n')],
  ['a token twice', get(PATH, `${HEADERS}X-API-Token: ${TOKEN}\r\n`)],
  ['no host', get(PATH, `X-API-Token: ${TOKEN}\r\n`)],
  ['two hosts', get(PATH, `${HEADERS}Host: a\r\n`)],
  ['an empty body', get(PATH, `${HEADERS}Content-Length: 0\r\n`)],
  ['a JSON body', `${get(PATH, `${HEADERS}Content-Type: application/json\r\nContent-Length: 2\r\n`)}{}`],
  [
    'a body that is no object',
    `${get(PATH, `${HEADERS}Content-Type: application/json\r\nContent-Length: 2\r\n`)}[]`,
  ],
  ['a body of another type', `${get(PATH, `${HEADERS}Content-Type: text/plain\r\nContent-Length: 2\r\n`)}{}`],
  ['a chunked body', `${get(PATH, `${HEADERS}Transfer-Encoding: chunked\r\n`)}0\r\n\r\n`],
  ['a coded body', `${get(PATH, `${HEADERS}Transfer-Encoding: gzip, chunked\r\n`)}0\r\n\r\n`],
  ['both lengths', `${get(PATH, `${HEADERS}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n`)}0\r\n\r\n`],
  ['a tag', get(PATH, `${HEADERS}If-None-Match: "another"\r\n`)],
  ['any tag', get(PATH, `${HEADERS}If-None-Match: *\r\n`)],
  ['a publishable key without an origin', get(PATH, KEY_HEADERS)],
  ['a publishable key elsewhere', get(PATH, `${KEY_HEADERS}Origin: https://example.com\r\n`)],
  ['a preflight', get(PATH, `Host: a\r\nOrigin: ${PAGE}\r\n`, { method: 'OPTIONS' })],
  ['a header without a name', get(PATH, `${HEADERS}: x\r\n`)],
]

test.each(plain)('the fast path sends what the route sends for %s', async (_what, request) => {
  const before = fast.left()
  const expected = await answerOf(slow, request)
  expect(await answerOf(fast, request)).toBe(expected)
  expect(expected).toMatch(/^HTTP\/1\.1 (100 Continue\r\n\r\nHTTP\/1\.1 )?200 OK\r\n/)
  expect(fast.left() - before).toBe(isLast(request) ? 0 : 1)
})

test.each(unusual)('the fast path leaves %s to the route', async (_what, request) => {
  const before = [fast.left(), slow.left()]
  const expected = await answerOf(slow, request)
  expect(await answerOf(fast, request)).toBe(expected)
  expect(expected).toMatch(/^HTTP\/1\.1 \d{3} /)
  expect(fast.left() - before[0]!).toBe(slow.left() - before[1]!)
})

test('the fast path counts in the metrics as the route does', async () => {
  const count =
    'transom_http_request_duration_seconds_count{method="GET",route="/dealer-locator",status="200"}'
  const counts = async () =>
    Promise.all(
      [fast, slow].map(async ({ metrics }) => (await metrics()).split(`${count} `)[1]?.split('\n')[0]),
    )
  const [ofFast, ofSlow] = await counts()
  expect(ofFast).toBe(ofSlow)
  for (const { url } of [fast, slow]) await sendRaw(url, get(PATH) + LAST)
  expect(await counts()).toEqual([String(Number(ofFast) + 1), String(Number(ofSlow) + 1)])
})

describe.each([true, false])('with a fast path: %s,', (usesFastPath) => {
  const start = (options: object = {}) => startLocator(database, { fast: usesFastPath, ...options })
  const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

  test('a budget covers both ways, and what is refused costs nothing', async () => {
    const { url, close } = await start({ rateLimitPerMinute: 3 })
    const statuses: number[] = []
    const left: (string | undefined)[] = []
    for (const path of [PATH, `${PATH}&limit=0`, `/dealer-locator/?${QUERY}`, PATH, PATH]) {
      const answer = await sendRaw(url, get(path, `${HEADERS}Connection: close\r\n`))
      statuses.push(statusOf(answer))
      left.push(/^ratelimit: "default";r=(\d+)/m.exec(answer)?.[1])
    }
    expect(statuses).toEqual([200, 400, 200, 429, 429])
    expect(left).toEqual(['2', '1', '0', '0', '0'])
    await close()
  })

  test('each client of a publishable key has a budget of its own, as a trusted proxy reports it', async () => {
    const { url, close } = await start({ clientLimitPerMinute: 2, trustedProxies: ['127.0.0.1'] })
    const ask = async (client: string) => {
      const headers = `${KEY_HEADERS}Origin: ${PAGE}\r\nX-Forwarded-For: 10.0.0.1, ${client}\r\n`
      const answer = await sendRaw(url, get(PATH, headers) + LAST)
      return [statusOf(answer), /^ratelimit: (.*)\r$/m.exec(answer)?.[1]]
    }
    await ask('2001:db8::9')
    expect(await ask('192.0.2.1')).toEqual([200, '"client";r=1;t=30'])
    expect(await ask('2001:db8:0:1::1')).toEqual([200, '"client";r=1;t=30'])
    expect((await ask('2001:db8:0:1::2'))[1]).toMatch(/^"client";r=0;/)
    const [status, left] = await ask('2001:db8:0:1:ffff::3')
    expect([status, left]).toEqual([429, expect.stringMatching(/^"client";r=0;/)])
    expect((await ask('192.0.2.1'))[0]).toBe(200)
    await close()
  })

  test('a revoked token is refused from the commit on', async () => {
    const token = `token-of-24-characters-${usesFastPath}`
    const entry = { name: token, token, brands: ['harbor-craft'], scopes: ['dealer-locator'] }
    await apply(db, { api_tokens: [entry] })
    const { url, close } = await start()
    const ask = async () =>
      statusOf(await sendRaw(url, get(PATH, `Host: a\r\nX-API-Token: ${token}\r\n`) + LAST))
    await ask()
    expect(await ask()).toBe(200)
    await apply(db, { api_tokens: [{ ...entry, scopes: [] }] })
    expect(await ask()).toBe(403)
    await apply(db, { api_tokens: [{ name: token, active: false }] })
    expect(await ask()).toBe(401)
    await close()
  })

  test('an overloaded server refuses requests, and counts them', async () => {
    let reason: AppError | undefined
    const { url, refused, close } = await start({ closedBecause: () => reason })
    await sendRaw(url, get(PATH) + LAST)
    reason = new AppError('UNAVAILABLE', 'Busy.', { retryAfter: 2, quiet: true })
    const answer = await sendRaw(url, get(PATH) + LAST)
    expect(statusOf(answer)).toBe(503)
    expect(answer).toMatch(/^retry-after: 2\r$/m)
    expect(refused).toEqual(['UNAVAILABLE'])
    await close()
  })

  test('a closing server ends connections with their next response', async () => {
    const { url, close } = await start()
    await using connection = await openRaw(url)
    expect((await connection.exchange(get(PATH))).headers.connection).toBe('keep-alive')
    expect((await connection.exchange(get(PATH))).headers.connection).toBe('keep-alive')
    const closed = close()
    const last = await connection.exchange(get(PATH))
    expect(last).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await closed
  })

  test('a change of the dealers is in the next answers', async () => {
    const { url, close } = await start()
    const ask = () => sendRaw(url, get(`${PATH}&limit=50`) + LAST)
    const code = `NEW-${usesFastPath}`
    expect(await ask()).not.toContain(code)
    await apply(db, { dealers: [dealer(code)] })
    await expect.poll(ask, { timeout: 2_000 }).toContain(code)
    await close()
  })

  test('a client that disconnects breaks nothing', async () => {
    const { url, close } = await start()
    await sendRaw(url, get(PATH) + LAST)
    for (let i = 0; i < 20; i++) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(get(PATH).repeat(5), () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    expect(statusOf(await sendRaw(url, get(PATH) + LAST))).toBe(200)
    await close()
  })
})
