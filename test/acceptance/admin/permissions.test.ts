import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import type { Answer } from '../../support/client.ts'
import { startFileServer } from '../../support/server.ts'
import { ROWS, type Row } from './operations.test-support.ts'
import { makeRecords, type Records } from './records.test-support.ts'

const server = await startFileServer({ env: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
const administrator = await makeAdministrator(server)
const own = await makeRecords(server, administrator)
const other = await makeRecords(server, administrator)

interface Described {
  paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const described = JSON.parse(readFileSync('openapi-admin.json', 'utf8')) as Described
const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => METHODS.includes(method))
    .map(([method, { parameters = [] }]) => ({
      name: `${method.toUpperCase()} ${path.replace('/admin/v1', '')}`,
      takesBrand: parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'brand'),
    })),
)
const names = operations.map(({ name }) => name)

/** All permissions. The list is a promise: `docs/integrators.md`. */
const PERMISSIONS = [
  ...['list', 'create', 'read', 'update', 'transfer', 'history', 'retry_sync', 'correct'].map(
    (what) => `warranty:${what}`,
  ),
  ...['dealers', 'leads', 'brands', 'access', 'system'].flatMap((area) => [`${area}:read`, `${area}:write`]),
  ...['deliveries:read', 'deliveries:retry', 'people:read', 'people:erase', 'audit:read'],
]

const permissionsOf = ({ permission }: Row) => [permission].flat()
const isGuarded = (name: string) => {
  const row = ROWS[name]
  return row !== undefined && !permissionsOf(row).some((one) => one === 'session' || one === 'public')
}

/** Callers by what they hold: service tokens, which are quick to make. */
const callers = new Map<string, Promise<string>>()
async function makeCaller(permissions: readonly string[], brand: string | undefined): Promise<string> {
  const grants = { permissions, ...(brand === undefined ? { all_brands: true } : { brands: [brand] }) }
  const body = { name: `caller-${randomBytes(6).toString('hex')}`, kind: 'service', ...grants }
  const created = await administrator.call('POST', '/tokens', { body })
  expect(created.status, created.text).toBe(201)
  return created.body.data.token
}
function callerWith(permissions: readonly string[], brand: string | undefined): Promise<string> {
  const key = JSON.stringify([permissions, brand])
  const caller = callers.get(key) ?? makeCaller(permissions, brand)
  callers.set(key, caller)
  return caller
}

interface Request {
  token?: string
  /** Where the record of the path is from. */
  records?: Records
  /** The brand that the query names, instead of the one of the row. */
  brand?: string
}

async function send(name: string, { token, records = own, brand }: Request): Promise<Answer> {
  const { record, body, raw, query } = ROWS[name]!
  const [method = '', path = ''] = name.split(' ')
  const id = record ? await records.idOf(record) : 0
  const search = query?.(own.slug) ?? ''
  const named = brand === undefined ? search : `${search.replace(/&?brand=[^&]*/, '')}&brand=${brand}`
  const url = `/admin/v1${path.replace('{id}', String(id)).replace('{token}', 'none')}${named && `?${named}`}`
  return server.send(method, url, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(raw && { 'content-type': raw.type }),
    },
    ...(raw ? { raw: raw.text } : { body: await body?.(own.slug, own.idOf) }),
  })
}

test('every operation of the description has a row, and every row an operation', () => {
  expect(Object.keys(ROWS).sort()).toEqual([...names].sort())
})

test('every row names permissions that exist, and every id a kind of record', () => {
  for (const [name, row] of Object.entries(ROWS)) {
    for (const permission of permissionsOf(row)) {
      expect([...PERMISSIONS, 'session', 'public'], name).toContain(permission)
    }
    expect(row.record !== undefined, name).toBe(name.includes('{id}'))
  }
})

test.each(names)('%s needs to know who asks, unless it is public', async (name) => {
  const { status, body } = await send(name, {})
  if (ROWS[name]?.permission === 'public') expect(body?.error?.code).not.toBe('AUTHENTICATION_REQUIRED')
  else expect([status, body.error.code]).toEqual([401, 'AUTHENTICATION_REQUIRED'])
})

test.each(names.filter(isGuarded))(
  '%s is refused without its permission, and open with nothing else',
  async (name) => {
    const row = ROWS[name]!
    const needed = permissionsOf(row)
    const brand = row.allBrands ? undefined : own.slug
    const without = PERMISSIONS.filter((permission) => !needed.includes(permission))
    const refused = await send(name, { token: await callerWith(without, brand) })
    expect([refused.status, refused.body?.error?.code], refused.text).toEqual([403, 'ENDPOINT_NOT_PERMITTED'])
    const open = await send(name, { token: await callerWith(needed.slice(0, 1), brand) })
    expect([401, 403, 404, 405, 422], open.text).not.toContain(open.status)
    expect(open.status, open.text).toBeLessThan(500)
  },
)

test.each(names.filter((name) => isGuarded(name) && ROWS[name]!.record && !ROWS[name]!.ofNoBrand))(
  '%s does not find a record of another brand',
  async (name) => {
    const { record } = ROWS[name]!
    const token = await callerWith(PERMISSIONS, own.slug)
    const answer = await send(name, { token, records: other })
    expect([answer.status, answer.body?.error?.code], answer.text).toEqual([404, 'NOT_FOUND'])
    const before = await administrator.call('GET', `/${pathOf(record!)}/${await other.idOf(record!)}`)
    expect(before.status).toBe(200)
  },
)

/** Returns the path of a kind of record: the plural of its name. */
function pathOf(kind: string): string {
  if (kind === 'delivery') return 'deliveries'
  if (kind === 'endpoint') return 'event-endpoints'
  return kind === 'warranty' ? 'warranties' : `${kind}s`
}

test.each(
  operations
    .filter(({ name, takesBrand }) => takesBrand && ROWS[name]?.permission !== 'public')
    .map(({ name }) => name),
)('%s answers for a brand that is not held as for one that does not exist', async (name) => {
  const token = await callerWith(PERMISSIONS, own.slug)
  const held = await send(name, { token, brand: own.slug })
  expect(held.status, held.text).toBeLessThan(300)
  const foreign = await send(name, { token, brand: other.slug })
  const unknown = await send(name, { token, brand: 'none-such' })
  const told = ({ status, body }: Answer, slug: string) => {
    const { timestamp: _, ...meta } = body.meta ?? {}
    const text = JSON.stringify({ ...body, meta: { ...meta, request_id: undefined } })
    return [status, text.replaceAll(slug, 'SLUG').replace(/ Did you mean [^?]*\?/, '')]
  }
  expect(told(foreign, other.slug)).toEqual(told(unknown, 'none-such'))
})
