import { expect, test } from 'vitest'
import { openPerTest } from '../../../test/support/db.ts'
import { apply, COMPLETE_FILE, issuesOf } from './apply.test-support.ts'

/** Secrets, personal data, and parts of URLs that may contain them. */
const NEVER_KEPT = [
  'whsec_',
  'pit-1',
  '/leads',
  '/builds',
  '/hook',
  'correct horse',
  'a-token-of',
  'argon2',
  'dms@',
  'hello@',
  '555 0100',
  'Ada Keel',
]

const database = openPerTest()

async function trail() {
  const rows = await database.db.read.selectFrom('audit_entries').selectAll().orderBy('id').execute()
  const hashes = [
    ...(await database.db.read.selectFrom('api_users').select('password_hash as hash').execute()),
    ...(await database.db.read.selectFrom('api_tokens').select('token_hash as hash').execute()),
  ].map(({ hash }) => hash)
  for (const value of [...NEVER_KEPT, ...hashes]) expect(JSON.stringify(rows)).not.toContain(value)
  return rows.map((row) => ({
    action: row.action,
    principal: `${row.actor_kind} ${row.actor_name}`,
    subject: `${row.subject_kind} ${row.subject_id} ${row.subject_name}`,
    brand_id: row.brand_id,
    before: row.before && JSON.parse(row.before),
    after: row.after && JSON.parse(row.after),
  }))
}

/** Returns the audit entries that applying the file adds. */
async function added(file: object) {
  const { length } = await trail()
  await apply(database.db, file)
  return (await trail()).slice(length)
}

test('a file adds an audit entry for each new record, without secrets or personal data', async () => {
  const entries = await added(COMPLETE_FILE)
  expect(new Set(entries.map(({ principal }) => principal))).toEqual(new Set(['administrator ada']))
  expect(entries.map(({ action, subject }) => `${action}: ${subject}`)).toEqual([
    'brand.created: brand 1 harbor-craft',
    'brand.created: brand 2 northwind',
    'group.created: group 10 Tidewater Marine Group',
    'dealer.created: dealer 15 HC-015',
    'dealer.created: dealer 16 HC-GLOBAL',
    'dealer.brand_added: dealer 15 HC-015',
    'dealer.brand_added: dealer 15 HC-015',
    'territory.assigned: territory null US 75067',
    'territory.assigned: territory null US 750',
    'territory.assigned: territory null CA K1A 0B1',
    'brand.updated: brand 1 harbor-craft',
    'user.created: user 1 null',
    'token.created: token 1 null',
    'token.created: token 2 null',
  ])
  expect(entries[0]).toMatchObject({
    brand_id: 1,
    before: null,
    after: {
      slug: 'harbor-craft',
      name: 'Harbor Craft',
      lead_webhook: 'changed',
      lead_webhook_hosts: ['crm.example.com'],
      warranty_crm: 'changed',
      warranty_crm_type: 'webhook',
      warranty_crm_host: 'crm.example.com',
    },
  })
  expect(entries[3]!.after).toMatchObject({
    group_id: 10,
    city: 'Lewisville',
    latitude: 33.04,
    phone: 'changed',
    email: 'changed',
    primary_contact: 'changed',
  })
  expect(entries.slice(5, 7).map((entry) => entry.brand_id)).toEqual([1, 2])
  expect(entries[7]).toMatchObject({ brand_id: 1, before: null, after: { dealer_id: 15 } })
  expect(entries[10]).toMatchObject({
    before: { fallback_dealer_id: null },
    after: { fallback_dealer_id: 16 },
  })
  expect(entries[11]!.after).toEqual({
    email: 'changed',
    password: 'changed',
    active: true,
    brands: [1],
    permissions: ['warranty:*'],
  })
  expect(entries[13]!.after).toEqual({
    token: 'changed',
    active: true,
    brands: [2],
    scopes: ['dealer-locator', 'lead-submission'],
  })
})

test('an unchanged record adds no audit entry', async () => {
  await apply(database.db, COMPLETE_FILE)
  expect(await added(COMPLETE_FILE)).toEqual([])
})

test('a refused file adds no audit entry', async () => {
  expect(await issuesOf(database.db, { ...COMPLETE_FILE, api_users: [{ email: 'x' }] })).not.toEqual([])
  expect(await trail()).toEqual([])
})

test('a change is recorded with the values before and after', async () => {
  await apply(database.db, COMPLETE_FILE)
  const entries = await added({
    brands: [{ slug: 'harbor-craft', lead_webhook: { url: 'https://elsewhere.example.net/leads' } }],
    dealer_groups: [{ id: 10, name: 'Tidewater Group' }],
    dealers: [
      { id: 15, city: 'Dallas', phone: '+1 555 0101', active: false, brands: ['northwind'] },
      { id: 16, name: 'Harbor Craft Germany' },
    ],
    territories: [
      { brand: 'harbor-craft', country: 'US', postal_code: '75067', dealer_code: 'HC-GLOBAL' },
      { brand: 'harbor-craft', country: 'US', postal_code: '750', dealer_code: null },
    ],
    api_users: [{ email: 'dms@example.com', active: false, brands: ['northwind', 'harbor-craft'] }],
    api_tokens: [{ name: 'website', token: 'a-token-of-another-text-here', scopes: [] }],
  })
  const changed = entries.map(({ action, before, after }) => [action, before, after])
  expect(changed).toEqual([
    [
      'brand.updated',
      { lead_webhook_hosts: ['crm.example.com'] },
      { lead_webhook: 'changed', lead_webhook_hosts: ['elsewhere.example.net'] },
    ],
    ['group.updated', { name: 'Tidewater Marine Group' }, { name: 'Tidewater Group' }],
    [
      'dealer.updated',
      { city: 'Lewisville', active: true },
      { city: 'Dallas', phone: 'changed', active: false },
    ],
    ['dealer.updated', { name: 'Harbor Craft International' }, { name: 'Harbor Craft Germany' }],
    ['dealer.brand_removed', null, null],
    ['territory.assigned', { dealer_id: 15 }, { dealer_id: 16 }],
    ['territory.removed', { dealer_id: 15 }, null],
    ['user.updated', { active: true, brands: [1] }, { active: false, brands: [1, 2] }],
    ['token.updated', { scopes: ['dealer-locator'] }, { token: 'changed', scopes: [] }],
  ])
})

test('a changed password is recorded without its value', async () => {
  await apply(database.db, COMPLETE_FILE)
  const file = { api_users: [{ email: 'dms@example.com', password: 'correct horse battery stable' }] }
  expect(await added(file)).toMatchObject([
    { action: 'user.updated', before: {}, after: { password: 'changed' } },
  ])
})
