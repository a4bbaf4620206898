import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { startFileServer } from '../../support/server.ts'

const server = await startFileServer()
const administrator = await makeAdministrator(server)

const unique = () => randomBytes(6).toString('hex')
const brand = `brand-${unique()}`
await server.apply({ brands: [{ slug: brand, name: 'Brand' }] })

/** One thing to do by each door. The name makes each record another one. */
interface Task {
  action: string
  shell(name: string): string[]
  http(name: string): { method: string; path: string; body: object }
  file(name: string): object
  /** The list that has the record, and the field that has the name. */
  list: string
  field: string
}

const TASKS: Record<string, Task> = {
  'a brand': {
    action: 'brand.created',
    shell: (name) => [
      'brands',
      'create',
      name,
      '--name',
      'Doors',
      '--challenge',
      'false',
      '--registration-auto-accept',
      'true',
    ],
    http: (name) => ({
      method: 'POST',
      path: '/brands',
      body: { slug: name, name: 'Doors', challenge: false, registration_auto_accept: true },
    }),
    file: (name) => ({
      brands: [{ slug: name, name: 'Doors', challenge: false, registration_auto_accept: true }],
    }),
    list: '/brands?limit=200',
    field: 'slug',
  },
  'a dealer': {
    action: 'dealer.created',
    shell: (name) => [
      ...['dealers', 'create', '--name', 'Pier', '--dealer-code', name, '--country', 'US'],
      ...['--postal-code', '75067', '--brands', brand],
    ],
    http: (name) => ({
      method: 'POST',
      path: '/dealers',
      body: { name: 'Pier', dealer_code: name, country: 'US', postal_code: '75067', brands: [brand] },
    }),
    file: (name) => ({
      dealers: [{ name: 'Pier', dealer_code: name, country: 'US', postal_code: '75067', brands: [brand] }],
    }),
    list: `/dealers?brand=${brand}&limit=200`,
    field: 'dealer_code',
  },
  'a user': {
    action: 'user.created',
    shell: (name) => [
      'users',
      'create',
      `${name}@example.com`,
      '--role',
      'sales',
      '--brands',
      brand,
      '--generate',
    ],
    http: (name) => ({
      method: 'POST',
      path: '/users',
      body: { email: `${name}@example.com`, role: 'sales', brands: [brand] },
    }),
    file: (name) => ({
      api_users: [{ email: `${name}@example.com`, password: `pass ${name}`, role: 'sales', brands: [brand] }],
    }),
    list: '/users?limit=200',
    field: 'email',
  },
  'a token': {
    action: 'token.created',
    shell: (name) => ['tokens', 'create', name, '--brands', brand, '--scopes', 'dealer-locator'],
    http: (name) => ({
      method: 'POST',
      path: '/tokens',
      body: { name, brands: [brand], scopes: ['dealer-locator'] },
    }),
    file: (name) => ({ api_tokens: [{ name, brands: [brand], scopes: ['dealer-locator'] }] }),
    list: '/tokens?limit=200',
    field: 'name',
  },
}

describe.each(Object.entries(TASKS))('%s', (_what, task) => {
  test('is the same record with the same audit entry, except for the actor, by each door', async () => {
    const [shell, http, file] = ['s', 'h', 'f'].map((door) => `door-${door}${unique()}`) as [
      string,
      string,
      string,
    ]
    const ran = await server.command(...task.shell(shell))
    expect(ran.code, ran.stderr).toBe(0)
    const { method, path, body } = task.http(http)
    const answered = await administrator.call(method, path, { body })
    expect(answered.status, answered.text).toBe(201)
    await server.apply(task.file(file))

    const records = await Promise.all([shell, http, file].map((name) => find(task, name)))
    expect(records[1]!.record).toEqual(records[0]!.record)
    expect(records[2]!.record).toEqual(records[0]!.record)
    expect(records[1]!.entry).toEqual(records[0]!.entry)
    expect(records[2]!.entry).toEqual(records[0]!.entry)
    expect(records.map(({ actor }) => actor)).toEqual(['shell', 'user', 'shell'])
  })
})

/** Returns the record and its audit entry without what must differ: name, id, times, actor, and that a user is invited. */
async function find(task: Task, name: string) {
  const { body } = await administrator.call('GET', task.list)
  const record = body.data.find((one: Record<string, string>) => one[task.field]!.startsWith(name))
  expect(record, `${name} in ${task.list}`).toBeDefined()
  const kind = task.action.split('.')[0]
  const trail = await administrator.call('GET', `/audit?subject=${kind}:${record.id}&action=${task.action}`)
  const [entry] = trail.body.data
  // Over HTTP a user is invited, and sets the password alone.
  delete entry.after.password
  const same = (value: object) => JSON.parse(JSON.stringify(value).replaceAll(name, 'NAME'))
  const { id: _, created_at, updated_at, last_sign_in_at, invited, ...rest } = record
  return {
    record: same(rest),
    actor: entry.actor.kind,
    entry: same({
      ...entry,
      id: 0,
      at: '',
      actor: null,
      subject: { ...entry.subject, id: 0 },
      // A new brand's entry belongs to the brand itself.
      brand_id: kind === 'brand' ? 0 : entry.brand_id,
    }),
  }
}
