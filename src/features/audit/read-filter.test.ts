import { expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { type AuditFilter, readFilter } from './read-filter.ts'

const references = {
  brand: async (reference: string) => (reference === 'harbor-craft' ? 1 : 0),
  user: async (reference: string) => (reference === 'dms@example.com' ? 7 : Number(reference)),
  token: async (reference: string) => (reference === 'website' ? 4 : Number(reference)),
  warranties: async (hin: string) => (hin === 'HCX12345D526' ? [3, 5] : []),
}

async function read(filter: AuditFilter) {
  const conditions = await readFilter(filter, references)
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined))
}

async function refusal(filter: AuditFilter): Promise<string> {
  const error = await readFilter(filter, references).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  return (error as AppError).message
}

test('without a filter, all entries match', async () => {
  expect(await read({})).toEqual({})
})

test.each([
  ['shell', { actorKind: 'administrator' }],
  ['shell:ada', { actorKind: 'administrator', actorName: 'ada' }],
  ['administrator', { actorKind: 'administrator' }],
  ['administrator:ada', { actorKind: 'administrator', actorName: 'ada' }],
  ['administrator:CORP\\ada:x', { actorKind: 'administrator', actorName: 'CORP\\ada:x' }],
  ['user:dms@example.com', { actorKind: 'user', actorId: 7 }],
  ['user:9', { actorKind: 'user', actorId: 9 }],
  ['token:website', { actorKind: 'token', actorId: 4 }],
  ['system', { actorKind: 'system' }],
])('actor %s', async (actor, conditions) => {
  expect(await read({ actor })).toEqual(conditions)
})

test.each([
  ['dealer:15', { subjectKind: 'dealer', subjectIds: [15] }],
  ['dealer:HC-015', { subjectKind: 'dealer', subjectName: 'HC-015' }],
  ['token:website', { subjectKind: 'token', subjectIds: [4] }],
  ['user:dms@example.com', { subjectKind: 'user', subjectIds: [7] }],
  ['warranty:3', { subjectKind: 'warranty', subjectIds: [3] }],
  ['warranty:HCX12345D526', { subjectKind: 'warranty', subjectIds: [3, 5] }],
  ['territory:US 75067', { subjectKind: 'territory', subjectName: 'US 75067' }],
  ['postal_codes:DE', { subjectKind: 'postal_codes', subjectName: 'DE' }],
  ['brand', { subjectKind: 'brand' }],
])('subject %s', async (subject, conditions) => {
  expect(await read({ subject })).toMatchObject(conditions)
})

test('an action is one, or all of a kind', async () => {
  expect(await read({ action: 'token.created' })).toEqual({
    actions: ['token.created'],
    subjectKind: 'token',
  })
  const all = { actions: ['token.created', 'token.updated', 'token.grant_refused'], subjectKind: 'token' }
  expect(await read({ action: 'token' })).toEqual(all)
  expect(await read({ action: 'token.*' })).toEqual(all)
})

test('a hull and a brand are found by their names', async () => {
  expect(await read({ hin: 'HCX12345D526', brand: 'harbor-craft' })).toMatchObject({
    subjectKind: 'warranty',
    subjectIds: [3, 5],
    brandId: 1,
  })
})

test.each([
  [{ actor: 'admin' }, 'There is no actor "admin". The actors are user, token, shell, system.'],
  [{ action: 'tokens' }, /^There is no action "tokens"\. Did you mean "token"\?/],
  [{ action: 'warranty.expire' }, /Did you mean "warranty.expired"/],
  [{ subject: 'boat:3' }, /^There is no subject "boat"\./],
])('%j is refused', async (flags, message) => {
  expect(await refusal(flags)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
})
