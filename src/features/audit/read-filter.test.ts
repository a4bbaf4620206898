import { expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { type FilterFlags, readFilter } from './read-filter.ts'

const NOW = Date.UTC(2026, 10, 21, 12) * 1_000
const references = {
  brand: async (reference: string) => (reference === 'harbor-craft' ? 1 : 0),
  user: async (reference: string) => (reference === 'dms@example.com' ? 7 : Number(reference)),
  token: async (reference: string) => (reference === 'website' ? 4 : Number(reference)),
  warranties: async (hin: string) => (hin === 'HCX12345D526' ? [3, 5] : []),
}

const at = (iso: string) => Date.parse(iso) * 1_000

async function read(flags: FilterFlags) {
  const conditions = await readFilter(flags, references, NOW)
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined))
}

async function refusal(flags: FilterFlags): Promise<string> {
  const error = await readFilter(flags, references, NOW).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  return (error as AppError).message
}

test('nothing is asked for, nothing is left out', async () => {
  expect(await read({})).toEqual({})
})

test.each([
  ['administrator', { actorKind: 'administrator' }],
  ['administrator:ada', { actorKind: 'administrator', actorName: 'ada' }],
  ['administrator:CORP\\ada:x', { actorKind: 'administrator', actorName: 'CORP\\ada:x' }],
  ['user:dms@example.com', { actorKind: 'user', actorId: 7 }],
  ['user:9', { actorKind: 'user', actorId: 9 }],
  ['token:website', { actorKind: 'token', actorId: 4 }],
  ['system', { actorKind: 'system' }],
])('--actor %s', async (actor, conditions) => {
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
])('--subject %s', async (subject, conditions) => {
  expect(await read({ subject })).toMatchObject(conditions)
})

test('--action takes one, or all of a kind', async () => {
  expect(await read({ action: 'token.created' })).toEqual({
    actions: ['token.created'],
    subjectKind: 'token',
  })
  const all = { actions: ['token.created', 'token.updated'], subjectKind: 'token' }
  expect(await read({ action: 'token' })).toEqual(all)
  expect(await read({ action: 'token.*' })).toEqual(all)
})

test('--hin and --brand', async () => {
  expect(await read({ hin: 'HCX12345D526', brand: 'harbor-craft' })).toMatchObject({
    subjectKind: 'warranty',
    subjectIds: [3, 5],
    brandId: 1,
  })
})

test.each([
  ['2026-11-21', '2026-11-21T00:00:00Z'],
  ['2026-11-21T09:30:00+01:00', '2026-11-21T08:30:00Z'],
  ['90m', '2026-11-21T10:30:00Z'],
  ['24h', '2026-11-20T12:00:00Z'],
  ['7d', '2026-11-14T12:00:00Z'],
  ['2w', '2026-11-07T12:00:00Z'],
])('--since and --until %s', async (text, iso) => {
  expect(await read({ since: text, until: text })).toEqual({ since: at(iso), until: at(iso) })
})

test.each([
  [{ actor: 'admin' }, '--actor "admin" is not known. Known: user, token, administrator, system.'],
  [{ action: 'tokens' }, /^--action "tokens" is not known\. Did you mean "token"\?/],
  [{ action: 'warranty.expire' }, /Did you mean "warranty.expired"/],
  [{ subject: 'boat:3' }, /^--subject "boat" is not known\./],
  [{ subject: 'dealer:15', hin: 'HCX12345D526' }, 'Give --subject or --hin, not both.'],
  [{ since: 'yesterday' }, /^--since must be a time .*, not "yesterday"\.$/],
  [{ until: '2026-02-31' }, /^--until must be a time/],
  [{ until: '2026-11-21T09:30' }, /^--until must be a time/],
])('%j is refused', async (flags, message) => {
  expect(await refusal(flags)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
})
