import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  insertBrands,
  listAssigned,
  revisionOfDealers,
  runDealers,
  runTerritories,
} from './import.test-support.ts'

const [HARBOR_CRAFT, TIDEWATER] = [1, 2]
const HEADER = 'zip,dealer'

let database: OpenTestDatabase
let db: Db
beforeEach(async () => {
  database = await openTestDatabase()
  db = database.db
  await insertBrands(db, 'harbor-craft', 'tidewater')
  await runDealers(db, ['code,name,country', 'A,Pier 9,US', 'B,Ahoy,US'])
  await runDealers(db, ['code,name,country', 'T,Tide,US'], { brandId: TIDEWATER })
})
afterEach(() => database.drop())

test('codes, prefixes and ranges are assigned', async () => {
  const report = await runTerritories(db, [HEADER, '33101-33103,A', '331*,B', 'k1a0b1;K1X,B', '2108,A'])
  expect(report).toEqual({
    written: true,
    taken: 4,
    removed: 0,
    faults: [],
    warnings: [{ line: 5, message: 'postal_code "2108" has lost a leading zero: taken as 02108' }],
  })
  expect(await listAssigned(db.read)).toEqual([
    'CA K1A 0B1 B',
    'CA K1X B',
    'US 02108 A',
    'US 331 B',
    'US 33101 A',
    'US 33102 A',
    'US 33103 A',
  ])
})

test('a code may pass to another dealer, and the others stay', async () => {
  await runTerritories(db, [HEADER, '33101,A', '33102,A'])
  const revision = await revisionOfDealers(db.read)
  await runTerritories(db, [HEADER, '33102,B', '33103,B'])
  expect(await listAssigned(db.read)).toEqual(['US 33101 A', 'US 33102 B', 'US 33103 B'])
  expect(await revisionOfDealers(db.read)).toBe(revision + 1)
})

test('what is there already is not written again, and nobody is told', async () => {
  const lines = [HEADER, '33101-33109,A', 'K1A,B']
  await runTerritories(db, lines)
  const revision = await revisionOfDealers(db.read)
  await runTerritories(db, lines)
  await runTerritories(db, lines, { replace: true })
  expect(await revisionOfDealers(db.read)).toBe(revision)
})

describe('with a faulty row', () => {
  const LINES = [HEADER, '33101,A', '12,A', '33102,Z', '33103,', '33104,B']
  const FAULTS = [
    { line: 3, message: 'postal_code "12" must be a ZIP code of 5 digits, or its first 3' },
    { line: 4, message: 'dealer_code "Z" is no dealer\'s: import the dealers first' },
    { line: 5, message: 'dealer_code is missing' },
  ]

  test('nothing is written', async () => {
    const revision = await revisionOfDealers(db.read)
    expect(await runTerritories(db, LINES)).toMatchObject({ written: false, taken: 2, faults: FAULTS })
    expect(await listAssigned(db.read)).toEqual([])
    expect(await revisionOfDealers(db.read)).toBe(revision)
  })

  test('the others are taken with --skip-invalid', async () => {
    const report = await runTerritories(db, LINES, { skipInvalid: true })
    expect(report).toMatchObject({ written: true, taken: 2, faults: FAULTS })
    expect(await listAssigned(db.read)).toEqual(['US 33101 A', 'US 33104 B'])
  })
})

test('a dealer without a code is nobody’s, even where the cell is empty', async () => {
  await runDealers(db, ['name,country', 'Nameless,US'])
  expect((await runTerritories(db, [HEADER, '33101,'])).faults).toEqual([
    { line: 2, message: 'dealer_code is missing' },
  ])
})

test('--dry-run writes nothing, and reports the same', async () => {
  await runTerritories(db, [HEADER, '33101,A'])
  const revision = await revisionOfDealers(db.read)
  const lines = [HEADER, '33102,B']
  const dry = await runTerritories(db, lines, { dryRun: true, replace: true })
  expect(dry).toMatchObject({ written: false, taken: 1, removed: 1 })
  expect(await listAssigned(db.read)).toEqual(['US 33101 A'])
  expect(await revisionOfDealers(db.read)).toBe(revision)
  expect(await runTerritories(db, lines, { replace: true })).toEqual({ ...dry, written: true })
})

describe('--replace', () => {
  beforeEach(async () => {
    await runTerritories(db, [HEADER, '33101,A', '33102,A', 'K1A,B'])
    await runTerritories(db, [HEADER, '33101,T', '33109,T'], { brandId: TIDEWATER })
  })

  test('makes the brand’s territories those of the file, and no other brand’s', async () => {
    const report = await runTerritories(db, [HEADER, '33102,B', '33103,A'], { replace: true })
    expect(report).toMatchObject({ written: true, taken: 2, removed: 2 })
    expect(await listAssigned(db.read, HARBOR_CRAFT)).toEqual(['US 33102 B', 'US 33103 A'])
    expect(await listAssigned(db.read, TIDEWATER)).toEqual(['US 33101 T', 'US 33109 T'])
  })

  test('leaves codes alone that faulty rows name', async () => {
    const lines = [HEADER, '33101,Z', '33102,', '33103,A']
    const report = await runTerritories(db, lines, { replace: true, skipInvalid: true })
    expect(report).toMatchObject({ written: true, taken: 1, removed: 1, warnings: [] })
    expect(await listAssigned(db.read)).toEqual(['US 33101 A', 'US 33102 A', 'US 33103 A'])
  })

  test.each([
    ['a ZIP+4 code', '33101-1234,A,US'],
    ['no country', '33101,A,USAA'],
    ['one code of two', '33102;12,A,US'],
    ['no code', ',A,US'],
    ['a code that a spreadsheet has made a number of', '2110.0,A,US'],
  ])('removes nothing where a faulty row has %s', async (_what, row) => {
    const lines = ['zip,dealer,country', row, '33103,A,US']
    const report = await runTerritories(db, lines, { replace: true, skipInvalid: true })
    expect(report).toMatchObject({ written: true, taken: 1, removed: 0 })
    expect(report.warnings).toEqual([{ line: 2, message: expect.stringMatching(/^may mean any of those/) }])
    expect(await listAssigned(db.read)).toEqual(['CA K1A B', 'US 33101 A', 'US 33102 A', 'US 33103 A'])
  })

  test('does not leave the brand with nothing', async () => {
    expect(await runTerritories(db, [HEADER], { replace: true })).toMatchObject({ written: false })
    expect(await listAssigned(db.read)).toHaveLength(3)
  })
})

describe('a code that stands twice in a file', () => {
  test('is told where both rows give it to the same dealer', async () => {
    const report = await runTerritories(db, [HEADER, '33101-33103,A', '33102,A', '33103-33104,A'])
    expect(report).toMatchObject({ written: true, taken: 3, faults: [] })
    expect(report.warnings).toEqual([
      { line: 3, message: 'says of 33102 the same as line 2' },
      { line: 4, message: 'says of 33103 the same as line 2' },
    ])
    expect(await listAssigned(db.read)).toHaveLength(4)
  })

  test('is faulty where they do not', async () => {
    const report = await runTerritories(db, [HEADER, '33101-33103,A', '33101-33199,B'])
    expect(report).toMatchObject({
      written: false,
      faults: [{ line: 3, message: '33101 belongs to another dealer by line 2: give each code once' }],
    })
  })
})

test('three digits among codes with lost zeros are told', async () => {
  const { warnings } = await runTerritories(db, [HEADER, '601,A', '602*,A', '2108,A'])
  expect(warnings).toEqual([
    {
      line: 2,
      message:
        'postal_code "601" is taken as the prefix 601*: if it is a ZIP code that has lost its zeros, write 00601',
    },
    { line: 4, message: expect.stringMatching(/lost a leading zero/) },
  ])
})

test('a dealer that does not carry the brand is told', async () => {
  const { warnings } = await runTerritories(db, [HEADER, '33101,T'])
  expect(warnings).toEqual([
    { line: 2, message: 'T does not carry this brand: the locator passes over it until it does' },
  ])
  expect(await listAssigned(db.read)).toEqual(['US 33101 T'])
})
