import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCommands } from '../../../../test/support/administration.ts'
import { audited } from '../../../../test/support/audited.ts'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { apply } from '../../setup/apply.test-support.ts'
import { saveDealers } from '../records/save-dealers.ts'
import { registerDealerCommands } from './dealers.ts'

const { db, drop, openAnother } = await openTestDatabase()
afterAll(drop)

const { run, json, refusal } = makeCommands(db, registerDealerCommands)

/** Dealers 1 to 60 of harbor-craft, D-1 to D-60; every tenth is inactive, in Canada, and without coordinates. */
beforeAll(async () => {
  await apply(db, {
    brands: [
      { id: 1, slug: 'harbor-craft', name: 'Harbor Craft' },
      { id: 2, slug: 'northwind', name: 'Northwind' },
      { id: 3, slug: 'eastwind', name: 'Eastwind' },
    ],
    dealer_groups: [{ id: 7, name: 'Tidewater' }],
    dealers: Array.from({ length: 60 }, (_, i) => ({
      id: i + 1,
      dealer_code: `D-${i + 1}`,
      name: `Pier ${i + 1}`,
      brands: ['harbor-craft'],
      ...((i + 1) % 10 === 0
        ? { active: false, country: 'Canada', latitude: null, longitude: null }
        : { country: 'USA', latitude: 40, longitude: -80 }),
    })),
  })
})

const idsOf = async (...args: string[]) => {
  const { dealers } = await json('dealers', 'list', ...args)
  return dealers.map((dealer: { id: number }) => dealer.id)
}

describe('list', () => {
  test('is paged by id, and reports its position', async () => {
    const { dealers, ...page } = await json('dealers', 'list', '--brand', 'harbor-craft')
    expect(page).toEqual({ page: 1, limit: 50, total: 60 })
    expect(dealers.map((dealer: { id: number }) => dealer.id)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    )
    expect(await idsOf('--brand', '1', '--limit', '7', '--page', '9')).toEqual([57, 58, 59, 60])
    expect((await run(['dealers', 'list', '--brand', '1', '--limit', '7', '--page', '2'])).noted).toEqual([
      '8 to 14 of 60. The next: --page 3',
    ])
    expect((await run(['dealers', 'list', '--brand', '1', '--limit', '100'])).noted).toEqual([])
    expect((await run(['dealers', 'list', '--brand', '1', '--page', '4'])).noted).toEqual([
      'None here of 60.',
    ])
  })

  test('can be filtered by activity, country and coordinates', async () => {
    const tenths = [10, 20, 30, 40, 50, 60]
    expect(await idsOf('--brand', '1', '--inactive')).toEqual(tenths)
    expect(await idsOf('--brand', '1', '--country', 'ca')).toEqual(tenths)
    expect(await idsOf('--brand', '1', '--without-point')).toEqual(tenths)
    expect(await idsOf('--brand', '1', '--active', '--country', 'Canada')).toEqual([])
    expect(await idsOf('--approximate', '--brand', '1')).toEqual([])
    expect(await idsOf('--brand', '1', '--without-email', '--inactive')).toEqual(tenths)
    expect(await idsOf('--brand', '1', '--state', 'TX')).toEqual([])
    expect(await idsOf('--brand', '1', '--far')).toEqual([])
    expect(await idsOf('--brand', '1', '--bounds', '-1,-1,0,0')).toEqual([])
    const active = ['--brand', '1', '--active', '--limit', '100']
    const all = await idsOf(...active, '--bounds', '-180,-90,180,90')
    expect(all).toEqual(await idsOf(...active))
    const byName = await idsOf(...active, '--sort', 'name')
    expect(byName.toSorted((a: number, b: number) => a - b)).toEqual(all)
    expect(byName).not.toEqual(all)
  })

  test('finds every word in any of the fields, and takes wildcards literally', async () => {
    await json(
      ...['dealers', 'create', '--dealer-code', '50%_OFF', '--name', 'Marina Ünal', '--country', 'DE'],
      ...['--city', 'Kiel', '--postal-code', '24103', '--latitude', '54.3', '--longitude', '10.1'],
    )
    const codes = async (text: string) => {
      const { dealers } = await json('dealers', 'list', '--search', text)
      return dealers.map((dealer: { dealer_code: string }) => dealer.dealer_code)
    }
    expect(await codes('marina KIEL')).toEqual(['50%_OFF'])
    expect(await codes('Ünal')).toEqual(['50%_OFF'])
    expect(await codes('50%_')).toEqual(['50%_OFF'])
    expect(await codes('%')).toEqual(['50%_OFF'])
    expect(await codes("marina'; --")).toEqual([])
    expect(await codes('pier 60')).toEqual(['D-60'])
  })

  test('is a table by default', async () => {
    const { printed } = await run(['dealers', 'list', '--search', 'D-60'])
    expect(printed[0]).toMatch(/^id +code +name +city +state +country +active +point +brands$/)
    expect(printed[1]).toMatch(/^60 +D-60 +Pier 60 +- +- +Canada +no +none +harbor-craft$/)
    expect(await run(['dealers', 'list', '--search', 'nothing'])).toMatchObject({
      ...{ printed: [], noted: ['There are no dealers to show.'], exit: 2 },
    })
  })
})

test('every field of the set-up file has an option', async () => {
  const fields = {
    ...{ id: 900, dealer_code: 'N-900', group_id: 7, unit_id: 3, name: 'Nine', legal_name: 'Nine Ltd' },
    ...{ address: '1 Quay', address2: 'Slip 4', city: 'Tyler', state: 'TX', postal_code: '75701' },
    ...{ country: 'USA', phone: '+1 555 0100', email: 'nine@example.com', website: 'https://nine.example' },
    ...{ latitude: 32.3, longitude: -95.3, logo_url: 'https://nine.example/l.png', primary_contact: 'Ada' },
    ...{ active: false, brands: ['harbor-craft', 'northwind'] },
  }
  const options = Object.entries(fields).flatMap(([name, value]) => [
    `--${name.replaceAll('_', '-')}`,
    String(value),
  ])
  const created = await json('dealers', 'create', ...options)
  const { created_at, updated_at, ...rest } = created
  expect(rest).toEqual({ ...fields, group: 'Tidewater', approximate: false })
  expect(updated_at).toBe(created_at)
  expect(await json('dealers', 'show', 'N-900')).toEqual(created)
})

test('an update changes the given fields, and notes unknown coordinates', async () => {
  const before = await json('dealers', 'show', 'D-1')
  expect(await json('dealers', 'update', 'D-1', '--phone', '+1 555 0101', '--group-id', '7')).toEqual({
    ...before,
    phone: '+1 555 0101',
    group_id: 7,
    group: 'Tidewater',
    updated_at: expect.not.stringContaining(before.updated_at),
  })
  const restored = { ...before, updated_at: expect.any(String) }
  expect(await json('dealers', 'update', 'D-1', '--phone', '', '--group-id', 'none')).toEqual(restored)
  await json('dealers', 'update', 'D-1', '--phone', '+1 555 0101', '--address', '1 Quay')
  expect(await json('dealers', 'update', 'D-1', '--phone', 'none', '--address', 'none')).toEqual(restored)
  const { printed, noted } = await run(['dealers', 'create', '--name', 'Lost', '--country', 'DE'])
  expect(printed).toEqual([expect.stringMatching(/^Created: Lost \(id \d+\)\.$/)])
  expect(noted).toEqual([
    'Note: The dealer is not shown, because it has neither a postal code nor coordinates.',
  ])
})

test('an update notes stale or removed coordinates, and restores those of the postal code', async () => {
  await json('dealers', 'update', 'D-7', '--postal-code', '75067')
  const noted = async (...options: string[]) => (await run(['dealers', 'update', 'D-7', ...options])).noted
  expect(await noted('--postal-code', '99501')).toEqual([
    'Note: The dealer keeps its own coordinates: give new ones, or approximate to use those of the postal code.',
  ])
  expect(await noted('--latitude', 'none', '--longitude', 'none')).toEqual([
    'Note: The dealer is no longer shown, because it has no coordinates.',
  ])
  expect(await json('dealers', 'show', 'D-7')).toMatchObject({ latitude: null, approximate: false })
  expect(await json('dealers', 'update', 'D-7', '--approximate')).toMatchObject({ approximate: true })
})

test('brands are added and removed, and the others stay', async () => {
  expect((await json('dealers', 'update', 'D-2', '--add-brands', 'northwind,1')).brands).toEqual([
    'harbor-craft',
    'northwind',
  ])
  expect((await json('dealers', 'update', 'D-2', '--remove-brands', 'harbor-craft')).brands).toEqual([
    'northwind',
  ])
  expect((await json('dealers', 'update', 'D-2', '--brands', '1')).brands).toEqual(['harbor-craft'])
})

test('a command that waited for an import sees its changes', async () => {
  const other = await openAnother()
  let update: Promise<{ brands: string[] }> | undefined
  let creation: Promise<string> | undefined
  await other.write(async (trx) => {
    const imported = [
      { id: 2, brandIds: [1, 2] },
      { dealer_code: 'I-1', name: 'Imported', country: 'USA', point: null },
    ]
    await saveDealers(audited(other), trx, imported, () => null)
    update ??= json('dealers', 'update', 'D-2', '--add-brands', 'eastwind')
    creation ??= refusal(['dealers', 'create', '--dealer-code', 'I-1', '--name', 'Mine', '--country', 'US'])
    await Promise.race([update, creation, sleep(200)])
  })
  expect((await update)?.brands).toEqual(['eastwind', 'harbor-craft', 'northwind'])
  expect(await creation).toMatch(
    /^This dealer already exists: Imported \(code I-1, id \d+\)\. Change it with: transom dealers update I-1$/,
  )
  await other.close()
  await json('dealers', 'update', 'D-2', '--brands', '1')
})

test('a dealer can be named by its exact name, unless several have it', async () => {
  expect(await json('dealers', 'show', 'Pier 8')).toMatchObject({ id: 8 })
  expect(await json('dealers', 'update', 'name:Pier 8', '--city', 'Tyler')).toMatchObject({ id: 8 })
  await json('dealers', 'create', '--name', 'Pier 8', '--country', 'US', '--postal-code', '10001')
  expect(await refusal(['dealers', 'show', 'Pier 8'])).toMatch(
    /^Several dealers are called "Pier 8"\. Use the code of the one that you mean: D-8, id:\d+\.$/,
  )
})

test('a dealer is deactivated and activated; its code takes precedence over an id', async () => {
  expect(await json('dealers', 'deactivate', '3')).toMatchObject({ id: 3, active: false })
  expect(await json('dealers', 'activate', 'D-3')).toMatchObject({ id: 3, active: true })
  await json('dealers', 'update', 'D-4', '--dealer-code', '5')
  expect(await refusal(['dealers', 'deactivate', '5'])).toBe(
    '"5" is the code of one dealer and the id of another: write code:5 or id:5.',
  )
  expect(await json('dealers', 'show', 'code:5')).toMatchObject({ id: 4 })
  expect(await json('dealers', 'show', 'id:5')).toMatchObject({ id: 5 })
})

test.each([
  [['show', 'D-600'], /^There is no dealer "D-600"\. Did you mean "D-60"/],
  [['show', ''], 'There is no dealer "".'],
  [['show', 'Pier 61'], /^There is no dealer "Pier 61"\. Did you mean "Pier 1" or "Pier 6"/],
  [['show', 'code:Pier 6'], /^There is no dealer "Pier 6"\./],
  [
    ['delete', 'D-6'],
    'Dealers are not deleted, because leads and territories refer to them. Stop showing one with: transom dealers deactivate D-6',
  ],
  [['update', '77777', '--name', 'X'], 'There is no dealer "77777".'],
  [['update', 'D-6'], /^Give at least one option/],
  [['update', 'D-6', '--latitude', '1'], /^Longitude must go with latitude: give both, or null for both,/],
  [['update', 'D-6', '--name', 'none'], "--name can't be none: it must have a value."],
  [['update', 'D-6', '--latitude', 'north'], '--latitude must be a number, not "north".'],
  [['update', 'D-6', '--group-id', '99'], 'There is no dealer group 99.'],
  [['update', 'D-6', '--country', 'Atlantis'], /^Country must be a country's/],
  [
    ['create', '--dealer-code', 'D-6', '--name', 'X', '--country', 'US'],
    /^This dealer already exists: Pier 6 \(code D-6, id 6\)\. Change it with: transom dealers update D-6$/,
  ],
  [['create', '--city', 'Tyler'], 'Name is required.\nCountry is required.'],
  [['create', '--name', 'X'], 'Country is required.'],
  [
    ['create', '--name', 'X', '--country', 'US', '--brands', 'northwin'],
    /^There is no brand "northwin"\. Did/,
  ],
  [['list', '--country', 'Atlantis'], /^--country must be a country's/],
  [['list', '--group', 'Tidewatr'], 'There is no dealer group "Tidewatr". Did you mean "Tidewater"?'],
] as const)('%j is refused, and changes nothing', async (args, message) => {
  const before = await json('dealers', 'list', '--limit', '1000')
  const said = await refusal(['dealers', ...args])
  if (typeof message === 'string') expect(said).toBe(message)
  else expect(said).toMatch(message)
  expect(await json('dealers', 'list', '--limit', '1000')).toEqual(before)
})

test('a list has up to 10000 records', async () => {
  await expect(run(['dealers', 'list', '--limit', '10001'])).rejects.toThrow('from 1 to 10000')
})
