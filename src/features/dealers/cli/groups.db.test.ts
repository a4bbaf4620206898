import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCommands } from '../../../../test/support/administration.ts'
import { audited } from '../../../../test/support/audited.ts'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { apply } from '../../setup/apply.test-support.ts'
import { saveGroups } from '../records/save-groups.ts'
import { registerGroupCommands } from './groups.ts'

const { db, drop, openAnother } = await openTestDatabase()
afterAll(drop)

const TIMES = { created_at: expect.any(String), updated_at: expect.any(String) }

const { run, json, refusal } = makeCommands(db, registerGroupCommands)

beforeAll(async () => {
  await apply(db, {
    dealer_groups: [
      { id: 10, name: 'Tidewater' },
      { id: 11, name: 'Northern Lakes' },
    ],
    dealers: [
      { id: 1, dealer_code: 'A', name: 'Pier A', country: 'US', group_id: 10 },
      { id: 2, name: 'Pier B', country: 'US', group_id: 10 },
    ],
  })
})

test('groups are listed with the number of their dealers, page by page', async () => {
  expect(await json('groups', 'list', '--limit', '1')).toEqual({
    dealer_groups: [{ id: 10, name: 'Tidewater', dealers: 2, ...TIMES }],
    ...{ page: 1, limit: 1, total: 2 },
  })
  const { dealer_groups } = await json('groups', 'list', '--search', 'LAKES')
  expect(dealer_groups).toEqual([{ id: 11, name: 'Northern Lakes', dealers: 0, ...TIMES }])
  expect((await run(['groups', 'list', '--limit', '1'])).noted).toEqual(['1 to 1 of 2. The next: --page 2'])
})

test('a group is shown with its dealers', async () => {
  expect(await json('groups', 'show', 'Tidewater')).toEqual({
    id: 10,
    name: 'Tidewater',
    ...TIMES,
    dealers: [
      { id: 1, dealer_code: 'A', name: 'Pier A' },
      { id: 2, dealer_code: '', name: 'Pier B' },
    ],
  })
  expect((await run(['groups', 'show', '10'])).printed).toEqual([
    'Tidewater (id 10)',
    '  1  A  Pier A',
    '  2  Pier B',
  ])
})

test('a group is created and renamed', async () => {
  expect(await json('groups', 'create', ' Gulf ', '--id', '30')).toEqual({
    ...{ id: 30, name: 'Gulf', dealers: 0 },
    ...TIMES,
  })
  expect(await json('groups', 'update', 'Gulf', '--name', 'Gulf Coast')).toMatchObject({
    id: 30,
    name: 'Gulf Coast',
  })
})

test('a group without dealers is deleted, and the deletion is recorded', async () => {
  await json('groups', 'create', 'Brief', '--id', '40')
  expect((await run(['groups', 'delete', 'Brief'])).printed).toEqual(['Deleted: Brief (id 40).'])
  expect(await refusal(['groups', 'show', '40'])).toBe('There is no dealer group "40".')
  const entries = await db.read
    .selectFrom('audit_entries')
    .select(['subject_id', 'before', 'after'])
    .where('action', '=', 'group.deleted')
    .execute()
  expect(entries).toEqual([{ subject_id: 40, before: '{"name":"Brief"}', after: null }])
})

test('a group that is renamed concurrently is not mistaken for another', async () => {
  const other = await openAnother()
  let said: Promise<string> | undefined
  await other.write(async (trx) => {
    await saveGroups(audited(other), trx, [{ id: 11, name: 'Great Lakes' }])
    said ??= refusal(['groups', 'update', 'Northern Lakes', '--name', 'Lakes'])
    await Promise.race([said, sleep(200)])
  })
  await other.close()
  expect(await said).toMatch(/^There is no dealer group "Northern Lakes"/)
  expect(await json('groups', 'show', '11')).toMatchObject({ name: 'Great Lakes' })
})

test.each([
  [['show', 'Tidewatr'], 'There is no dealer group "Tidewatr". Did you mean "Tidewater"?'],
  [['update', '99', '--name', 'X'], 'There is no dealer group "99".'],
  [['update', '10', '--name', ' '], 'Name is required.'],
  [['update', '11', '--name', 'Tidewater'], 'This dealer group already exists: Tidewater (id 10).'],
  [['delete', 'Tidewater'], '2 dealers are in the group "Tidewater". Move them to another group first.'],
  [['create', 'Tidewater'], /^This dealer group already exists: Tidewater \(id 10\)/],
  [['create', 'New', '--id', '10'], /^This dealer group already exists: Tidewater \(id 10\)/],
  [['create', 'New', '--id', '1.5'], /^ID must be a whole number/],
] as const)('%j is refused, and changes nothing', async (args, message) => {
  const before = await json('groups', 'list')
  const said = await refusal(['groups', ...args])
  if (typeof message === 'string') expect(said).toBe(message)
  else expect(said).toMatch(message)
  expect(await json('groups', 'list')).toEqual(before)
})
