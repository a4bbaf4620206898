import { beforeEach, describe, expect, test } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import type { Db } from '../../../platform/db/db.ts'
import {
  insertBrands,
  listAssigned,
  revisionOfDealers,
  runDealers,
  runTerritories,
} from '../import.test-support.ts'

const [HARBOR_CRAFT, TIDEWATER] = [1, 2]
const HEADER = 'zip,dealer'

const database = openPerTest()
let db: Db
beforeEach(async () => {
  db = database.db
  await insertBrands(db, 'harbor-craft', 'tidewater')
  await runDealers(db, ['code,name,country', 'A,Pier 9,US', 'B,Ahoy,US'])
  await runDealers(db, ['code,name,country', 'T,Tide,US'], { brandId: TIDEWATER })
})

test('codes, prefixes and ranges are assigned', async () => {
  const report = await runTerritories(db, [HEADER, '33101-33103,A', '331*,B', 'k1a0b1;K1X,B', '2108,A'])
  expect(report).toEqual({
    written: true,
    taken: 4,
    removed: 0,
    counts: { create: 7, update: 0, unchanged: 0 },
    issues: [],
    warnings: [
      {
        line: 5,
        field: 'postal_code',
        message: 'Postal code "2108" lost its leading zeros and was read as 02108.',
      },
    ],
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

test('a code can be assigned to another dealer, and the others stay', async () => {
  await runTerritories(db, [HEADER, '33101,A', '33102,A'])
  const revision = await revisionOfDealers(db.read)
  await runTerritories(db, [HEADER, '33102,B', '33103,B'])
  expect(await listAssigned(db.read)).toEqual(['US 33101 A', 'US 33102 B', 'US 33103 B'])
  expect(await revisionOfDealers(db.read)).toBe(revision + 1)
})

test('stored territories are not written again, and no process is notified', async () => {
  const lines = [HEADER, '33101-33109,A', 'K1A,B']
  await runTerritories(db, lines)
  const revision = await revisionOfDealers(db.read)
  await runTerritories(db, lines)
  await runTerritories(db, lines, { replace: true })
  expect(await revisionOfDealers(db.read)).toBe(revision)
})

describe('a dealer', () => {
  test('is named by code, id or exact name', async () => {
    const { id } = (await db.read
      .selectFrom('dealers')
      .select('id')
      .where('dealer_code', '=', 'B')
      .executeTakeFirst())!
    await runDealers(db, ['code,name,country', `${id},Number,US`])
    await runTerritories(db, [HEADER, '33101,A', '33102,Ahoy', '33103,Pier 9', `33104,${id}`])
    expect(await listAssigned(db.read)).toEqual(['US 33101 A', 'US 33102 B', 'US 33103 A', `US 33104 ${id}`])
  })

  test('is matched by its id if no code is the same', async () => {
    const dealer = (await db.read
      .selectFrom('dealers')
      .select('id')
      .where('dealer_code', '=', 'B')
      .executeTakeFirst())!
    await runTerritories(db, [HEADER, `33101,${dealer.id}`])
    expect(await listAssigned(db.read)).toEqual(['US 33101 B'])
  })

  test('whose name several have is the brand’s own, or must be named by its code', async () => {
    await runDealers(db, ['code,name,country', 'T2,Ahoy,US'], { brandId: TIDEWATER })
    await runTerritories(db, [HEADER, '33101,Ahoy'])
    expect(await listAssigned(db.read)).toEqual(['US 33101 B'])
    await runDealers(db, ['code,name,country', 'C,Ahoy,US'])
    expect((await runTerritories(db, [HEADER, '33102,Ahoy'])).issues).toEqual([
      {
        line: 2,
        field: 'dealer_code',
        message: 'Several dealers are called "Ahoy". Use a code or an id: B, C.',
      },
    ])
  })

  test('that is unknown is reported with the most similar code or name', async () => {
    expect((await runTerritories(db, [HEADER, '33101,Ahoi', '33102,Nobody'])).issues).toEqual([
      { line: 2, field: 'dealer_code', message: 'There is no dealer "Ahoi". Did you mean "Ahoy"?' },
      { line: 3, field: 'dealer_code', message: 'There is no dealer "Nobody". Import the dealers first.' },
    ])
  })
})

describe('with an invalid row', () => {
  const LINES = [HEADER, '33101,A', '12,A', '33102,Z', '33103,', '33104,B']
  const ISSUES = [
    {
      line: 3,
      field: 'postal_code',
      message: 'Postal code "12" must be a ZIP code of 5 digits, or its first 3.',
    },
    { line: 4, field: 'dealer_code', message: 'There is no dealer "Z". Import the dealers first.' },
    { line: 5, field: 'dealer_code', message: 'Dealer is missing.' },
  ]

  test('nothing is written', async () => {
    const revision = await revisionOfDealers(db.read)
    expect(await runTerritories(db, LINES)).toMatchObject({ written: false, taken: 2, issues: ISSUES })
    expect(await listAssigned(db.read)).toEqual([])
    expect(await revisionOfDealers(db.read)).toBe(revision)
  })

  test('the others are imported with --skip-invalid', async () => {
    const report = await runTerritories(db, LINES, { skipInvalid: true })
    expect(report).toMatchObject({ written: true, taken: 2, issues: ISSUES })
    expect(await listAssigned(db.read)).toEqual(['US 33101 A', 'US 33104 B'])
  })
})

test('an empty cell does not mean a dealer without a code', async () => {
  await runDealers(db, ['name,country', 'Nameless,US'])
  expect((await runTerritories(db, [HEADER, '33101,'])).issues).toEqual([
    { line: 2, field: 'dealer_code', message: 'Dealer is missing.' },
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

  test('gives the brand exactly the territories of the file, and leaves other brands alone', async () => {
    const report = await runTerritories(db, [HEADER, '33102,B', '33103,A'], { replace: true })
    expect(report).toMatchObject({ written: true, taken: 2, removed: 2 })
    expect(await listAssigned(db.read, HARBOR_CRAFT)).toEqual(['US 33102 B', 'US 33103 A'])
    expect(await listAssigned(db.read, TIDEWATER)).toEqual(['US 33101 T', 'US 33109 T'])
  })

  test('keeps codes that invalid rows name', async () => {
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
  ])('removes nothing if an invalid row has %s', async (_what, row) => {
    const lines = ['zip,dealer,country', row, '33103,A,US']
    const report = await runTerritories(db, lines, { replace: true, skipInvalid: true })
    expect(report).toMatchObject({ written: true, taken: 1, removed: 0 })
    expect(report.warnings).toEqual([
      { line: 2, field: '', message: expect.stringMatching(/^The row may mean any of the records/) },
    ])
    expect(await listAssigned(db.read)).toEqual(['CA K1A B', 'US 33101 A', 'US 33102 A', 'US 33103 A'])
  })

  test('does not remove everything from the brand', async () => {
    expect(await runTerritories(db, [HEADER], { replace: true })).toMatchObject({ written: false })
    expect(await listAssigned(db.read)).toHaveLength(3)
  })
})

describe('a code that is twice in a file', () => {
  test('gets a note if both rows assign it to the same dealer', async () => {
    const report = await runTerritories(db, [HEADER, '33101-33103,A', '33102,A', '33103-33104,A'])
    expect(report).toMatchObject({ written: true, taken: 3, issues: [] })
    expect(report.warnings).toEqual([
      { line: 3, field: 'postal_code', message: 'Postal code 33102 is in line 2 already.' },
      { line: 4, field: 'postal_code', message: 'Postal code 33103 is in line 2 already.' },
    ])
    expect(await listAssigned(db.read)).toHaveLength(4)
  })

  test('is invalid if they differ', async () => {
    const report = await runTerritories(db, [HEADER, '33101-33103,A', '33101-33199,B'])
    expect(report).toMatchObject({
      written: false,
      issues: [
        {
          line: 3,
          field: 'postal_code',
          message: 'Postal code 33101 belongs to another dealer in line 2. Keep one of the rows.',
        },
      ],
    })
  })
})

test('three digits among codes with lost zeros get a note', async () => {
  const { warnings } = await runTerritories(db, [HEADER, '601,A', '602*,A', '2108,A'])
  expect(warnings).toEqual([
    {
      line: 2,
      field: 'postal_code',
      message:
        'Postal code "601" was read as the prefix 601*. If it is a ZIP code that lost its zeros, write 00601.',
    },
    { line: 4, field: 'postal_code', message: expect.stringMatching(/lost its leading zeros/) },
  ])
})

test('a dealer that does not carry the brand gets a note', async () => {
  const { warnings } = await runTerritories(db, [HEADER, '33101,T'])
  expect(warnings).toEqual([
    {
      line: 2,
      field: 'dealer_code',
      message: 'Dealer "T" does not carry this brand: the locator ignores its territories until it does.',
    },
  ])
  expect(await listAssigned(db.read)).toEqual(['US 33101 T'])
})
