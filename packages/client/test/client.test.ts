import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { createClient, TransomError, verifyWebhook, WebhookError } from '../src/index.ts'

interface Sent {
  path: string
  method: string
  headers: Headers
  body: unknown
}

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const failure = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { error: { code, message: `It is ${code}.` } }, { 'x-request-id': 'r-1', ...headers })
const tokens = (name: string, seconds = 3600) =>
  json(200, { data: { access_token: name, refresh_token: `${name}-refresh`, expires_in: seconds } })
const CREDENTIALS = { email: 'ada@example.com', password: 'secret' }

/** A client whose server is a function. */
function makeClient(answer: (sent: Sent) => Response | Promise<Response>, options: object = {}) {
  const calls: Sent[] = []
  const fake = async (url: string | URL | Request, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    const { method = 'GET', headers, body } = init
    const path = String(url).replace('http://transom', '')
    const sent = { path, method, headers: new Headers(headers), body: body && JSON.parse(String(body)) }
    calls.push(sent)
    return answer(sent)
  }
  const client = createClient({
    url: 'http://transom/',
    ...CREDENTIALS,
    fetch: fake as typeof fetch,
    ...options,
  })
  return { client, calls, paths: () => calls.map(({ path }) => path) }
}

const record = { hin: 'HCX12345D526' }
const isLogin = ({ path }: Sent) => path.endsWith('/login')
const thrown = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: TransomError) => error,
  )

test.each(['leads', 'registrations'] as const)(
  'a publishable key solves a challenge for %s',
  async (kind) => {
    const salt = 'abc?expires=1700000300&'
    const challenge = createHash('sha256').update(`${salt}321`).digest('hex')
    const given = { algorithm: 'SHA-256', challenge, salt, signature: 'signed' }
    const { client, calls } = makeClient(
      ({ path }) => json(200, path === '/challenge' ? { ...given, maxnumber: 1000 } : { lead_id: 7 }),
      { token: 'pk_1' },
    )
    await client[kind].submit({} as never)
    expect(calls).toHaveLength(2)
    const solution = calls[1]!.headers.get('x-transom-challenge')!
    expect(JSON.parse(atob(solution))).toEqual({ ...given, number: 321 })
    await client[kind].submit({} as never, { challenge: 'mine' })
    expect(calls.slice(2).map(({ headers }) => headers.get('x-transom-challenge'))).toEqual(['mine'])
  },
)

describe('a session', () => {
  test('is one login for concurrent calls', async () => {
    const { client, paths } = makeClient((sent) =>
      isLogin(sent) ? tokens('a') : json(200, { data: record }),
    )
    await Promise.all(Array.from({ length: 5 }, () => client.warranties.get('HCX12345D526')))
    expect(paths().filter((path) => path.includes('/auth/'))).toEqual(['/api/v1/auth/login'])
  })

  test.each([
    ['the server says that it has expired', 3600],
    ['it is about to expire', 10],
  ])('is one refresh for concurrent calls when %s', async (_when, seconds) => {
    let refreshes = 0
    const { client, calls } = makeClient(async (sent) => {
      if (isLogin(sent)) return tokens('old', seconds)
      if (sent.path.endsWith('/refresh')) {
        refreshes++
        await sleep(5)
        return tokens('new')
      }
      const isOld = sent.headers.get('authorization') === 'Bearer old'
      return isOld ? failure(401, 'TOKEN_EXPIRED') : json(200, { data: record })
    })
    await client.logIn()
    const got = await Promise.all(Array.from({ length: 5 }, () => client.warranties.get('HCX12345D526')))
    expect([got.length, refreshes]).toEqual([5, 1])
    expect(calls.find(({ path }) => path.endsWith('/refresh'))?.body).toEqual({
      refresh_token: 'old-refresh',
    })
  })

  test('that was ended is followed by a new login, once, with the same idempotency key', async () => {
    let logins = 0
    const { client, calls } = makeClient((sent) => {
      if (isLogin(sent)) return tokens(`login-${++logins}`)
      return failure(401, 'INVALID_TOKEN')
    })
    const error = await thrown(client.warranties.transfer('HCX12345D526', {} as never))
    expect([error?.code, logins]).toEqual(['INVALID_TOKEN', 2])
    const keys = calls
      .filter(({ path }) => path.endsWith('/transfer'))
      .map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('is tried again with the next call when a login failed', async () => {
    let logins = 0
    const { client } = makeClient((sent) => {
      if (!isLogin(sent)) return json(200, { data: record })
      return ++logins === 1 ? failure(401, 'INVALID_CREDENTIALS') : tokens('a')
    })
    expect((await thrown(client.warranties.get('HCX12345D526')))?.code).toBe('INVALID_CREDENTIALS')
    expect(await client.warranties.get('HCX12345D526')).toEqual(record)
  })
})

describe('a call', () => {
  const failures: [string, () => Response][] = [
    ['429', () => failure(429, 'RATE_LIMITED', { 'retry-after': '0' })],
    ['503', () => failure(503, 'UNAVAILABLE')],
    ['a conflict that passes', () => failure(409, 'IDEMPOTENCY_CONFLICT', { 'retry-after': '0' })],
    [
      'a broken connection',
      () => {
        throw new TypeError('fetch failed')
      },
    ],
  ]
  test.each(failures)('is repeated under one key after %s', async (_what, fail) => {
    let tries = 0
    const { client, calls } = makeClient((sent) => {
      if (isLogin(sent)) return tokens('a')
      return ++tries < 3 ? fail() : json(201, { data: record })
    })
    expect(await client.warranties.create({} as never)).toEqual(record)
    const keys = calls.slice(1).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(3)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys).size).toBe(1)
  })

  test('waits as long as the server asks, and fails immediately if that is too long', async () => {
    const { client, calls } = makeClient(() => failure(429, 'RATE_LIMITED', { 'retry-after': '3600' }))
    const error = await thrown(client.logIn())
    expect(error).toMatchObject({ status: 429, retryAfter: 3600, requestId: 'r-1' })
    expect(calls).toHaveLength(1)
    let tries = 0
    const began = Date.now()
    const waiting = makeClient(() =>
      ++tries === 1 ? failure(429, 'RATE_LIMITED', { 'retry-after': '1' }) : tokens('a'),
    )
    await waiting.client.logIn()
    expect(Date.now() - began).toBeGreaterThanOrEqual(990)
  })

  test.each([400, 403, 404, 409, 422])('is not repeated after %i', async (status) => {
    const { client, calls } = makeClient(() => failure(status, 'SOME_CODE'), { token: 't' })
    expect((await thrown(client.dealers.find({} as never)))?.status).toBe(status)
    expect(calls).toHaveLength(1)
  })

  test('ends when it takes too long, or when the caller ends it', async () => {
    const hang = () => new Promise<Response>(() => {})
    const never = (_url: unknown, init: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason))
        hang()
      })
    const { client } = makeClient(hang, { fetch: never, timeoutMs: 20, retries: 1 })
    expect((await thrown(client.logIn()))?.code).toBe('TIMEOUT')
    const aborted = client.dealers.find({} as never, { signal: AbortSignal.timeout(5) })
    expect((await thrown(aborted))?.code).toBe('ABORTED')
  })

  test('has its own key where one is given, and none where nothing changes', async () => {
    const { client, calls } = makeClient((sent) =>
      isLogin(sent) ? tokens('a') : json(200, { data: record }),
    )
    await client.warranties.update('HCX12345D526', {}, { idempotencyKey: 'mine', brandId: 2 })
    await client.warranties.get('HCX12345D526')
    expect(calls.slice(1).map(({ headers, path }) => [headers.get('idempotency-key'), path])).toEqual([
      ['mine', '/api/v1/warranty/HCX12345D526?brand_id=2'],
      [null, '/api/v1/warranty/HCX12345D526'],
    ])
  })
})

test.each([
  [
    { error: { code: 'DUPLICATE_HIN', message: 'Taken.', details: [{ field: 'hin', message: 'No.' }] } },
    'DUPLICATE_HIN',
    'Taken.',
    ['hin'],
  ],
  [
    { status: 'error', message: 'Wrong.', errors: [{ field: 'brand', message: 'No.' }] },
    'HTTP_ERROR',
    'Wrong.',
    ['brand'],
  ],
  [{ error: 'Nowhere.', version: '0.2.0' }, 'HTTP_ERROR', 'Nowhere.', []],
  [{}, 'HTTP_ERROR', 'The server answered with status 409.', []],
])('an error is read from each format: %j', async (body, code, message, fields) => {
  const { client } = makeClient(() => json(409, body))
  const error = (await thrown(client.logIn()))!
  expect(error).toBeInstanceOf(TransomError)
  expect([error.code, error.message, error.details.map(({ field }) => field)]).toEqual([
    code,
    message,
    fields,
  ])
  expect(error.body).toEqual(body)
})

describe('a list', () => {
  const page = (hins: string[], next_cursor: string | null) =>
    json(200, { data: hins.map((hin) => ({ hin })), meta: { pagination: { next_cursor, total: 3 } } })
  const makeList = () =>
    makeClient((sent) => {
      if (isLogin(sent)) return tokens('a')
      return sent.path.includes('cursor=c') ? page(['C'], null) : page(['A', 'B'], 'c')
    })

  test('is walked by cursor with its filters, as far as the loop goes', async () => {
    const { client, paths } = makeList()
    const list = client.warranties.list({ warranty_status: 'active', limit: 2 })
    const hins: string[] = []
    for await (const { hin } of list) hins.push(hin)
    expect(hins).toEqual(['A', 'B', 'C'])
    for await (const _ of list) break
    expect(paths().slice(1)).toEqual([
      '/api/v1/warranty?warranty_status=active&limit=2',
      '/api/v1/warranty?warranty_status=active&limit=2&cursor=c',
      '/api/v1/warranty?warranty_status=active&limit=2',
    ])
    expect((await list.page()).pagination.total).toBe(3)
  })

  test('is exported line by line, however the bytes are cut, and stops with the loop', async () => {
    let canceled = false
    const bytes = new TextEncoder().encode('{"hin":"Ä"}\n{"hin":"B"}\n{"hin":"C"}\n')
    const body = () =>
      new ReadableStream({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
          controller.close()
        },
        cancel() {
          canceled = true
        },
      })
    const { client } = makeClient((sent) => (isLogin(sent) ? tokens('a') : new Response(body())))
    const hins: string[] = []
    for await (const { hin } of client.warranties.export()) hins.push(hin)
    expect(hins).toEqual(['Ä', 'B', 'C'])
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(bytes),
      cancel() {
        canceled = true
      },
    })
    const other = makeClient((sent) => (isLogin(sent) ? tokens('a') : new Response(endless)))
    for await (const _ of other.client.warranties.export()) break
    expect(canceled).toBe(true)
  })
})

describe('a webhook', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = JSON.stringify({ type: 'warranty.registered', timestamp: 't', data: { hin: 'Ä' } })
  const headersAt = (at: Date, by = secret) => ({
    'Webhook-Id': 'm-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1a,zzz ${new Webhook(by).sign('m-1', at, body)}`,
  })
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

  test('is the event, from text or bytes, objects or Headers, with either of two secrets', async () => {
    const headers = headersAt(ago(200))
    const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    for (const [raw, given, secrets] of [
      [body, headers, secret],
      [new TextEncoder().encode(body), new Headers(headers), [other, secret]],
    ] as const) {
      expect(await verifyWebhook(raw, given, secrets)).toEqual(JSON.parse(body))
    }
  })

  test.each([
    ['without a signature', body, {}],
    ['of another secret', body, headersAt(ago(0), 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD')],
    ['with another body', `${body} `, headersAt(ago(0))],
    ['with another id', body, { ...headersAt(ago(0)), 'Webhook-Id': 'm-2' }],
    ['from too long ago', body, headersAt(ago(400))],
    ['from the future', body, headersAt(ago(-400))],
    ['with a broken time', body, { ...headersAt(ago(0)), 'webhook-timestamp': 'x' }],
    ['with a broken signature', body, { ...headersAt(ago(0)), 'webhook-signature': 'v1,%%% v1' }],
  ])('%s is refused', async (_what, raw, headers) => {
    await expect(verifyWebhook(raw, headers, secret)).rejects.toThrow(WebhookError)
  })
})
