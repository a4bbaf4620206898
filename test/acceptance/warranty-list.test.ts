import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../support/client.ts'
import { expectData, expectError } from '../support/envelope.ts'
import { type Integrator, makeIntegrator, newHin } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'

const server = await startFileServer()

const contact = { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' }

/** Registers one after another and returns the HINs, the oldest first. */
async function registerAll(integrator: Integrator, ...rows: object[]): Promise<string[]> {
  const hins: string[] = []
  for (const fields of rows) hins.push(expectData(await integrator.register(fields), 201).hin)
  return hins
}

const list = (integrator: Integrator, query = '') => integrator.call('GET', `/warranty${query}`)

function hinsOf(answer: Answer): string[] {
  return expectData(answer).map(({ hin }: { hin: string }) => hin)
}

describe('a page', () => {
  test('of nothing', async () => {
    const integrator = await makeIntegrator(server)
    const answer = await list(integrator)
    expect(expectData(answer)).toEqual([])
    expect(answer.body.meta.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 0,
      total_pages: 0,
      next_cursor: null,
    })
  })

  test('has exactly the fields of the contract', async () => {
    const integrator = await makeIntegrator(server)
    const hin = newHin()
    const phoneOnly = { first_name: 'Bo', last_name: 'Lee', phone: '555-0199', zipcode: 'SW1A 1AA' }
    const given = {
      hin,
      warranty_status: 'voided',
      warranty_notes: 'n',
      contact: { ...phoneOnly, city: 'Hull' },
    }
    await registerAll(integrator, given)
    expect(expectData(await list(integrator))).toStrictEqual([
      {
        hin,
        brand_id: integrator.brand.id,
        model: 'Tidewater 24',
        model_year: '2025',
        registration_date: '2025-03-01',
        warranty_notes: 'n',
        warranty_status: 'voided',
        contact: { ...phoneOnly, email: null },
      },
    ])
  })

  test('shows the current owner after a transfer', async () => {
    const integrator = await makeIntegrator(server)
    const [hin] = await registerAll(integrator, {})
    const body = { contact: { ...contact, first_name: 'Bo' }, registration_date: '2025-08-01' }
    expectData(await integrator.call('POST', `/warranty/${hin}/transfer`, { body }))
    expect(expectData(await list(integrator))).toMatchObject([
      { hin, registration_date: '2025-08-01', contact: { first_name: 'Bo' } },
    ])
  })
})

describe('paging', () => {
  let integrator: Integrator
  /** The newest first. */
  let hins: string[]

  beforeAll(async () => {
    integrator = await makeIntegrator(server)
    hins = (await registerAll(integrator, ...Array(45).fill({}))).reverse()
  })

  test('the newest first, twenty on a page', async () => {
    const first = await list(integrator)
    expect(hinsOf(first)).toEqual(hins.slice(0, 20))
    expect(first.body.meta.pagination).toMatchObject({ page: 1, limit: 20, total: 45, total_pages: 3 })
    expect(hinsOf(await list(integrator, '?page=2'))).toEqual(hins.slice(20, 40))
    expect(hinsOf(await list(integrator, '?page=3'))).toEqual(hins.slice(40))
    const beyond = await list(integrator, '?page=4')
    expect(hinsOf(beyond)).toEqual([])
    expect(beyond.body.meta.pagination).toMatchObject({
      page: 4,
      total: 45,
      total_pages: 3,
      next_cursor: null,
    })
  })

  test.each([1, 7, 44, 45, 46, 100])('with a limit of %i', async (limit) => {
    const pages = Math.ceil(45 / limit)
    const seen: string[] = []
    for (let page = 1; page <= pages; page++) {
      const answer = await list(integrator, `?page=${page}&limit=${limit}`)
      seen.push(...hinsOf(answer))
      expect(answer.body.meta.pagination).toMatchObject({ page, limit, total: 45, total_pages: pages })
    }
    expect(seen).toEqual(hins)
  })

  test('a cursor continues where the previous page ended, whatever is registered meanwhile', async () => {
    const own = await makeIntegrator(server)
    const before = (await registerAll(own, ...Array(12).fill({}))).reverse()
    const seen: string[] = []
    let cursor = ''
    do {
      const answer = await list(own, `?limit=5${cursor}`)
      seen.push(...hinsOf(answer))
      const { next_cursor } = answer.body.meta.pagination
      cursor = next_cursor === null ? '' : `&cursor=${encodeURIComponent(next_cursor)}`
      await registerAll(own, {})
    } while (cursor !== '')
    expect(seen).toEqual(before)
  })

  test('a cursor keeps to the filters that are given with it', async () => {
    const own = await makeIntegrator(server)
    const rows = Array.from({ length: 9 }, (_, index) => ({ model_year: index % 2 ? '2024' : '2025' }))
    await registerAll(own, ...rows)
    const first = await list(own, '?limit=3&model_year=2025')
    const { next_cursor, total } = first.body.meta.pagination
    const second = await list(own, `?limit=3&model_year=2025&cursor=${encodeURIComponent(next_cursor)}`)
    const years = [...expectData(first), ...expectData(second)].map(({ model_year }) => model_year)
    expect(total).toBe(5)
    expect(years).toEqual(Array(5).fill('2025'))
    expect(second.body.meta.pagination.next_cursor).toBeNull()
  })

  test('the Link header leads through all pages', async () => {
    const seen: string[] = []
    let path: string | undefined = '/api/v1/warranty?limit=10&warranty_status=active'
    const headers = { authorization: `Bearer ${integrator.accessToken}` }
    while (path) {
      const answer: Answer = await server.send('GET', path, { headers })
      seen.push(...hinsOf(answer))
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.link ?? '')?.[1]
    }
    expect(seen).toEqual(hins)
    const { headers: middle } = await list(integrator, '?limit=10&page=2')
    for (const rel of ['first', 'prev', 'next', 'last']) expect(middle.link).toContain(`rel="${rel}"`)
  })

  test('the Link header past the last page names pages that are there', async () => {
    const { headers, body } = await list(integrator, '?limit=10&page=99')
    const pageOf = (rel: string) =>
      new RegExp(`[?&]page=(\\d+)[^>]*>; rel="${rel}"`).exec(headers.link ?? '')?.[1]
    const last = String(body.meta.pagination.total_pages)
    expect({ prev: pageOf('prev'), next: pageOf('next'), last: pageOf('last') }).toEqual({
      prev: last,
      next: undefined,
      last,
    })
  })

  test.each([
    ...[
      '0',
      '-1',
      '101',
      '1000000000',
      '10abc',
      '',
      '%205',
      '1e1',
      '0x10',
      '1.0',
      'NaN',
      '%EF%BC%95',
    ].flatMap((value) => [`limit=${value}`]),
    ...['0', '-1', 'x', '', '1.5', '1e1', '+1', '99999999999999999999'].map((value) => `page=${value}`),
    ...['x', '', '%20', 'MTIz', 'e30', `${'A'.repeat(4000)}`].map((value) => `cursor=${value}`),
  ])('422: %s', async (query) => {
    expectError(await list(integrator, `?${query}`), 422, 'VALIDATION_ERROR', query.split('=')[0]!)
  })

  test('a page beyond the last one is empty, and an impossible number refused', async () => {
    for (const page of ['2147483648', '9007199254740991', '9007199254740993']) {
      expect([200, 422]).toContain((await list(integrator, `?page=${page}`)).status)
    }
  })
})

describe('filters', () => {
  let integrator: Integrator
  let hins: Record<'plain' | 'expired' | 'voided' | 'moved', string>
  let between: string

  beforeAll(async () => {
    integrator = await makeIntegrator(server)
    const [plain, expired] = await registerAll(
      integrator,
      { contact: { ...contact, email: 'Ada.Rivers@Example.com' } },
      { warranty_status: 'expired', model_year: '2024', registration_date: '2024-05-01' },
    )
    between = (await list(integrator)).body.meta.timestamp
    const [voided, moved] = await registerAll(
      integrator,
      { warranty_status: 'voided', model_year: '20%', registration_date: '2024-05-02' },
      { contact: { ...contact, email: 'former@example.com' } },
    )
    hins = { plain: plain!, expired: expired!, voided: voided!, moved: moved! }
    const body = { contact: { ...contact, email: 'present@example.com' }, registration_date: '2025-08-01' }
    expectData(await integrator.call('POST', `/warranty/${moved}/transfer`, { body }))
  })

  const rows: [string, (keyof typeof hins)[]][] = [
    ['warranty_status=active', ['moved', 'plain']],
    ['warranty_status=expired', ['expired']],
    ['warranty_status=voided', ['voided']],
    ['model_year=2025', ['moved', 'plain']],
    ['model_year=2024', ['expired']],
    ['model_year=20%25', ['voided']],
    ['model_year=202_', []],
    ["model_year=2025'%20OR%201=1--", []],
    ['email=ada.rivers@example.COM', ['plain']],
    ['email=present@example.com', ['moved']],
    ['email=former@example.com', []],
    ['registered_from=2024-05-02', ['moved', 'voided', 'plain']],
    ['registered_to=2024-05-01', ['expired']],
    ['registered_from=2024-05-01&registered_to=2024-05-02', ['voided', 'expired']],
    ['registered_from=2025-08-01', ['moved']],
    ['sync_status=not_configured', ['moved', 'voided', 'expired', 'plain']],
    ['sync_status=synced', []],
    ['warranty_status=active&model_year=2024', []],
    ['warranty_status=active&registered_to=2025-03-01', ['plain']],
  ]
  test.each(rows)('%s', async (query, names) => {
    const answer = await list(integrator, `?${query}`)
    expect(hinsOf(answer)).toEqual(names.map((name) => hins[name]))
    expect(answer.body.meta.pagination.total).toBe(names.length)
  })

  test('hin, in any case, and brand_id', async () => {
    expect(hinsOf(await list(integrator, `?hin=${hins.voided.toLowerCase()}`))).toEqual([hins.voided])
    expect(hinsOf(await list(integrator, `?hin=${newHin()}`))).toEqual([])
    const all = await list(integrator, `?brand_id=${integrator.brand.id}`)
    expect(hinsOf(all)).toHaveLength(4)
  })

  test('updated_since', async () => {
    const since = `?updated_since=${encodeURIComponent(between)}`
    expect(hinsOf(await list(integrator, since))).toEqual([hins.moved, hins.voided])
    expect(hinsOf(await list(integrator, '?updated_since=2999-01-01T00:00:00%2B02:00'))).toEqual([])
    const withoutEscape = await list(integrator, '?updated_since=2026-05-01T00:00:00+02:00')
    expect(withoutEscape.body.error.message).toContain('+ written as %2B')
  })

  test.each([
    'hin=',
    'hin=ABC',
    'hin=ABC12345D6789',
    'hin=ABC12345D67%0A',
    'hin=%20BC12345D678',
    'hin=%E2%84%AABC12345D67',
  ])('%s is INVALID_HIN_FORMAT', async (query) =>
    expectError(await list(integrator, `?${query}`), 422, 'INVALID_HIN_FORMAT', 'hin'),
  )

  test('a malformed HIN is reported together with everything else', async () => {
    const answer = await list(integrator, '?hin=abc&limit=0&statu=active')
    expectError(answer, 422, 'INVALID_HIN_FORMAT', 'hin', 'limit', 'statu')
  })

  test.each([
    'brand_id=x',
    'brand_id=',
    'brand_id=1.5',
    'brand_id=1e1',
    'brand_id=99999999999999999999',
    'warranty_status=Active',
    'warranty_status=',
    'sync_status=done',
    'registered_from=2025-02-30',
    'registered_to=today',
    'updated_since=yesterday',
    'updated_since=2025-02-30T00:00:00Z',
    'updated_since=3000-01-01T00:00:00Z',
    'email=ada',
  ])('422: %s', async (query) => {
    expectError(await list(integrator, `?${query}`), 422, 'VALIDATION_ERROR', query.split('=')[0]!)
  })

  test('all issues together', async () => {
    const answer = await list(integrator, '?limit=0&page=x&warranty_status=x&brand_id=y')
    expectError(answer, 422, 'VALIDATION_ERROR', 'limit', 'page', 'warranty_status', 'brand_id')
  })

  test.each([
    'limit=1&limit=2',
    'hin=a&hin=b',
    'limit[]=1',
    'limit[a]=1',
    'email=%zz',
    'email=%c0%af',
    'email=%ff',
    'email=a%00b',
    '%00=1',
  ])('400 BAD_REQUEST: %s', async (query) => {
    expectError(await list(integrator, `?${query}`), 400, 'BAD_REQUEST')
  })
})

describe('brands that the caller does not hold', () => {
  test('as a filter are 403, whether they exist or not', async () => {
    const [integrator, other] = [await makeIntegrator(server), await makeIntegrator(server)]
    for (const id of [other.brand.id, 987_654_321, 2 ** 31, 2 ** 53 - 1, 0, -1]) {
      expectError(await list(integrator, `?brand_id=${id}`), 403, 'BRAND_NOT_PERMITTED')
    }
  })

  test('leave no trace in data, totals, filters, cursors', async () => {
    const [integrator, other] = [await makeIntegrator(server), await makeIntegrator(server)]
    const shared = newHin()
    await registerAll(integrator, { hin: shared }, {})
    await registerAll(other, { hin: shared, contact: { ...contact, email: 'hidden@example.com' } }, {}, {})
    const all = await list(integrator)
    expect(hinsOf(all)).toHaveLength(2)
    expect(all.body.meta.pagination).toMatchObject({ total: 2, total_pages: 1 })
    const filtered = await list(integrator, '?email=hidden@example.com')
    expect([hinsOf(filtered), filtered.body.meta.pagination.total]).toEqual([[], 0])
    const byHin = await list(integrator, `?hin=${shared}`)
    expect(byHin.body.data).toMatchObject([{ brand_id: integrator.brand.id }])
    const { next_cursor } = (await list(other, '?limit=1')).body.meta.pagination
    const foreign = await list(integrator, `?cursor=${encodeURIComponent(next_cursor)}`)
    expect(foreign.body.data ?? []).not.toContainEqual(expect.objectContaining({ brand_id: other.brand.id }))
    // An id in it would tell how many others there are.
    const { data, meta } = (await list(integrator, '?limit=1')).body
    const [, brandId, hin] = Buffer.from(meta.pagination.next_cursor, 'base64url').toString().split('.')
    expect([Number.parseInt(brandId!, 36), hin]).toEqual([integrator.brand.id, data[0].hin])
    // Nor is one that names a hidden warranty of the same moment looked up: those before and after it would differ.
    const { created_at } = (await integrator.call('GET', `/warranty/${data[0].hin}`)).body.data
    const micros = Date.parse(created_at) * 1000 + Number(created_at.slice(-4, -1))
    const guess = Buffer.from(`${micros.toString(36)}.${other.brand.id.toString(36)}.${shared}`)
    expect(hinsOf(await list(integrator, `?cursor=${guess.toString('base64url')}`))).toEqual([shared])
  })

  test('a user of two brands sees both, and one without a brand nothing', async () => {
    const [first, second] = [await makeIntegrator(server), await makeIntegrator(server)]
    const [a] = await registerAll(first, {})
    const [b] = await registerAll(second, {})
    const [c] = await registerAll(first, {})
    const hold = (brands: string[]) =>
      server.apply({ api_users: [{ email: first.credentials.email, brands }] })
    await hold([first.brand.slug, second.brand.slug])
    await expect.poll(async () => hinsOf(await list(first)), { timeout: 5_000 }).toEqual([c, b, a])
    expect(hinsOf(await list(first, `?brand_id=${second.brand.id}`))).toEqual([b])
    expect(hinsOf(await list(first, '?limit=2&page=2'))).toEqual([a])
    await hold([])
    await expect.poll(async () => hinsOf(await list(first)), { timeout: 5_000 }).toEqual([])
    expect((await list(first)).body.meta.pagination).toMatchObject({
      total: 0,
      total_pages: 0,
      next_cursor: null,
    })
  })
})
