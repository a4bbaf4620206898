import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Integrator, newHin, warrantyBody } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'
import { refusal } from '../errors.ts'
import { readOperations } from '../fuzz/description.ts'
import { ENDPOINTS } from './endpoints.ts'
import { makeUsers } from './users.ts'

const NAMES = ENDPOINTS.map(({ permission }) => permission)
const hinOfPath = /\/\w{12}(?=\/|$)/
const opens = ({ method, path }: { method: string; path: string }) =>
  `${method} /api/v1${path.replace(hinOfPath, '/{hin}')}`

const server = await startFileServer()
const alone = [...new Set(NAMES)].map(
  (name) => [name.replace(':', '-'), { permissions: [name as string] }] as const,
)
const users: Record<string, Integrator> = await makeUsers(server, {
  all: {},
  none: { permissions: [] },
  ...Object.fromEntries(alone),
})
await Promise.all(Object.values(users).map((user) => user.logIn()))
const hin = newHin()
await users.all!.register({ hin })

const bodies: Record<string, object> = {
  'warranty:update': { warranty_notes: 'seen' },
  'warranty:transfer': { contact: { first_name: 'Bo', last_name: 'Lake', phone: '1', zipcode: '75067' } },
}

function use(user: Integrator, { permission, method, path }: (typeof ENDPOINTS)[number]) {
  if (path === '/warranty' && method === 'POST') return user.register()
  if (path === '/warranties/bulk') {
    return user.call(method, path, { body: { registrations: [warrantyBody(user.brand.id)] } })
  }
  return user.call(method, path.replace(hinOfPath, `/${hin}`), { body: bodies[permission] })
}

test('the list of endpoints has all that openapi.json asks a bearer token for, but logout', () => {
  const described = readOperations()
    .filter(({ security, path }) => security.includes('bearer') && path !== '/api/v1/auth/logout')
    .map(({ method, path }) => `${method} ${path}`)
  expect(ENDPOINTS.map(opens).toSorted()).toEqual(described.toSorted())
})

test('docs/integrators.md says which endpoint each permission opens', () => {
  const rows = readFileSync('docs/integrators.md', 'utf8').matchAll(/^\| `(warranty:\w+)` \| `(.+)` \|$/gm)
  const listed = ENDPOINTS.map((one) => [one.permission, opens(one)])
  expect([...rows].map(([, permission, endpoint]) => [permission, endpoint])).toEqual(listed)
})

describe.each(ENDPOINTS)('$permission of $method $path', (endpoint) => {
  test('opens its own endpoints and no other', async () => {
    const user = users[endpoint.permission.replace(':', '-')]!
    for (const other of ENDPOINTS) {
      const answer = await use(user, other)
      if (other.permission === endpoint.permission) expect([200, 201]).toContain(answer.status)
      else expect(answer).toMatchObject(refusal(403, 'ENDPOINT_NOT_PERMITTED'))
    }
  })

  test('comes with warranty:*', async () => {
    expect([200, 201]).toContain((await use(users.all!, endpoint)).status)
  })

  test('is asked for before anything is read or looked up', async () => {
    const { method, path } = endpoint
    const wrongHin = path.replace(hinOfPath, '/short')
    for (const tried of [path, wrongHin, `${path}?brand_id=x&brand_id=y`]) {
      const sent = method === 'GET' ? {} : { raw: '{', headers: { 'content-type': 'text/plain' } }
      expect(await users.none!.call(method, tried, sent)).toMatchObject(
        refusal(403, 'ENDPOINT_NOT_PERMITTED'),
      )
    }
  })
})
