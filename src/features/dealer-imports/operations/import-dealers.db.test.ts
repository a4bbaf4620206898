import { beforeEach, describe, expect, test } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  insertBrands,
  listCarried,
  listDealers,
  POINTS,
  revisionOfDealers,
  runDealers,
} from '../import.test-support.ts'

const database = openPerTest()
let db: Db
beforeEach(async () => {
  db = database.db
  await insertBrands(db, 'harbor-craft', 'tidewater')
})

const [HARBOR_CRAFT, TIDEWATER] = [1, 2]

test('errors are in the order of the file, whichever check finds them', async () => {
  const { issues } = await runDealers(db, ['code,country,lat,lng', 'A,US,,', 'B,US,200,-97', 'C,US,,'])
  const lines = issues.map(({ line }) => line)
  expect(new Set(lines)).toEqual(new Set([2, 3, 4]))
  expect(lines).toEqual(lines.toSorted())
})

test('a column “Dealership Name” has the names of dealers', async () => {
  const report = await runDealers(db, ['code,Dealership Name,country', 'A,Pier 9,US'])
  expect(report).toMatchObject({ written: true, issues: [] })
})

test('dealers are created with all fields of the file', async () => {
  const report = await runDealers(db, [
    'code,Dealer Name,Legal,street,suite,town,ST,zip,nation,tel,mail,url,lat,lng,logo,contact,unit,active',
    'A,Pier 9,Pier 9 LLC,1 Main St,4,Lewisville,TX,75067,USA,+1,a@example.com,x.com,33.04,-97,y.com,Ada,3,no',
  ])
  expect(report).toEqual({
    written: true,
    taken: 1,
    removed: 0,
    counts: { create: 1, update: 0, unchanged: 0 },
    issues: [],
    warnings: [],
  })
  expect(await listDealers(db.read)).toEqual([
    {
      id: expect.any(Number),
      dealer_code: 'A',
      group_id: null,
      unit_id: 3,
      name: 'Pier 9',
      legal_name: 'Pier 9 LLC',
      address: '1 Main St',
      address2: '4',
      city: 'Lewisville',
      state: 'TX',
      postal_code: '75067',
      country: 'USA',
      country_code: 'US',
      phone: '+1',
      email: 'a@example.com',
      website: 'x.com',
      latitude: 33.04,
      longitude: -97,
      approximate: false,
      logo_url: 'y.com',
      primary_contact: 'Ada',
      active: false,
    },
  ])
  expect(await listCarried(db.read)).toEqual(['A'])
  expect(await revisionOfDealers(db.read)).toBeGreaterThan(0)
})

describe('an existing dealer', () => {
  const FIRST = ['code,name,country,city,phone', 'A,Pier 9,USA,Tyler,1', 'B,Ahoy,USA,Waco,2']

  test('is changed only in the fields that differ', async () => {
    await runDealers(db, FIRST)
    const before = await listDealers(db.read)
    await runDealers(db, ['code,name,country,phone', 'A,Pier Nine,USA,', 'C,New,USA,3'])
    const [a, b, c] = await listDealers(db.read)
    expect(a).toEqual({ ...before[0], name: 'Pier Nine', phone: '' })
    expect(b).toEqual(before[1])
    expect(c).toMatchObject({ dealer_code: 'C', phone: '3' })
    expect(await listCarried(db.read)).toEqual(['A', 'B', 'C'])
  })

  test('is not written if nothing changed, and no process is notified', async () => {
    const withPlaces = [...FIRST, 'D,No Place,USA,X,4'].map((line, i) =>
      i ? `${line},75067` : `${line},zip`,
    )
    const one = await runDealers(db, withPlaces)
    const before = await listDealers(db.read)
    const revision = await revisionOfDealers(db.read)
    expect(one.counts).toEqual({ create: 3, update: 0, unchanged: 0 })
    const same = { ...one, counts: { create: 0, update: 0, unchanged: 3 } }
    expect(await runDealers(db, withPlaces)).toEqual(same)
    expect(await runDealers(db, withPlaces, { replace: true })).toEqual(same)
    expect(await listDealers(db.read)).toEqual(before)
    expect(await revisionOfDealers(db.read)).toBe(revision)
  })

  test('is matched by its id, and can get another code and name', async () => {
    await runDealers(db, FIRST)
    const [{ id } = { id: 0 }] = await listDealers(db.read)
    await runDealers(db, ['id,code,name', `${id},A2,Pier Nine`])
    expect(await listDealers(db.read)).toMatchObject([{ id, dealer_code: 'A2', name: 'Pier Nine' }, {}])
  })

  test('can exchange its code with another, however far apart the rows are', async () => {
    await runDealers(db, FIRST)
    const [a, b] = await listDealers(db.read)
    const between = Array.from({ length: 2_500 }, (_, i) => `,X${i},Dealer ${i},USA`)
    const rows = [`${a!.id},B,Pier 9,USA`, ...between, `${b!.id},A,Ahoy,USA`]
    expect((await runDealers(db, ['id,code,name,country', ...rows])).issues).toEqual([])
    expect((await listDealers(db.read)).slice(0, 2)).toMatchObject([
      { id: a!.id, dealer_code: 'B' },
      { id: b!.id, dealer_code: 'A' },
    ])
  })

  test('keeps the fields that a short row leaves out, with one note', async () => {
    await runDealers(db, FIRST)
    const before = await listDealers(db.read)
    const report = await runDealers(db, [FIRST[0]!, 'A,Pier Nine', 'B', 'C,New,USA'])
    expect(report).toMatchObject({ written: true, taken: 3, issues: [] })
    expect(report.warnings).toContainEqual({
      line: 2,
      field: '',
      message:
        'The row has fewer cells than the header (so do 2 others): the missing fields keep their values.',
    })
    expect(await listDealers(db.read)).toEqual([
      { ...before[0], name: 'Pier Nine' },
      before[1],
      expect.objectContaining({ dealer_code: 'C', phone: '' }),
    ])
  })

  test('whose code lost its zeros gets a note, because the row creates another dealer', async () => {
    await runDealers(db, [
      'code,name,country',
      '0012,Pier 9,US',
      '0034,Ahoy,US',
      '0056,Zeal,US',
      '56,Zest,US',
    ])
    const { warnings } = await runDealers(db, [
      'code,name,country',
      '12,Pier 9,US',
      '34,New,US',
      '0034,Ahoy,US',
      '56,Zest,US',
    ])
    expect(warnings.filter(({ message }) => !message.startsWith('The dealer is not shown'))).toEqual([
      {
        line: 2,
        field: 'dealer_code',
        message:
          'Dealer code "12" is new, and 0012 is not in the file. Write 0012 if a spreadsheet dropped its zeros.',
      },
    ])
  })

  test('without a code is matched by name, address and postal code, also a repaired one', async () => {
    const lines = ['name,street,zip,state', 'Pier 9,1 Main St,2108,MA', 'Pier 9,2 Main St,2108,MA']
    await runDealers(db, lines)
    await runDealers(db, ['name,street,zip,state,phone', 'Pier 9,1 Main St,02108,MA,7'])
    await runDealers(db, lines)
    expect(await listDealers(db.read)).toMatchObject([
      { address: '1 Main St', phone: '7' },
      { address: '2 Main St', phone: '' },
    ])
  })

  test('needs only its code in a file that changes one thing', async () => {
    await runDealers(db, FIRST)
    const report = await runDealers(db, ['code,phone', 'A,9', 'N,9'])
    expect(report.issues).toEqual([
      {
        line: 3,
        field: 'country',
        message: expect.stringMatching(/^Country is missing\. Add a column for it, or give one country/),
        option: 'country',
      },
    ])
    await runDealers(db, ['code,phone', 'A,9'])
    expect(await listDealers(db.read)).toMatchObject([{ name: 'Pier 9', country: 'USA', phone: '9' }, {}])
  })

  test('keeps its country if the row names none, whatever the postal code looks like', async () => {
    await runDealers(db, FIRST)
    await runDealers(db, ['code,state,zip,country', 'A,TX,75067,'])
    await runDealers(db, ['code,phone', 'A,9'], { country: 'Canada' })
    expect((await listDealers(db.read))[0]).toMatchObject({ country: 'USA', phone: '9' })
  })
})

test('codes stay if an invalid row prevents their exchange, and other rows are imported', async () => {
  await runDealers(db, ['code,name,country', 'A,Pier 9,US', 'B,Ahoy,US'])
  const [a, b] = await listDealers(db.read)
  const lines = [
    'id,code,name,country,group_id',
    `${a!.id},B,Pier 9,US,`,
    `${b!.id},A,Ahoy,US,99`,
    ',C,New,US,',
  ]
  const report = await runDealers(db, lines, { skipInvalid: true })
  expect(report).toMatchObject({ written: true, taken: 1 })
  expect(report.issues.toSorted((one, two) => one.line - two.line)).toEqual([
    { line: 2, field: 'dealer_code', message: `Dealer code must be unique: "B" belongs to dealer ${b!.id}.` },
    { line: 3, field: 'group_id', message: 'There is no dealer group 99.' },
  ])
  expect(await listCarried(db.read)).toEqual(['A', 'B', 'C'])
})

describe('dealers without a code and with the same fields', () => {
  const HEADER = 'id,name,country,phone'
  const phones = async () => (await listDealers(db.read)).map((row) => row.phone)
  beforeEach(async () => {
    for (const [id, brandId] of [
      [8801, TIDEWATER],
      [8802, HARBOR_CRAFT],
      [8803, TIDEWATER],
    ] as const) {
      await runDealers(db, [HEADER, `${id},Twin,US,`], { brandId })
    }
  })

  test('are distinguished by their brand', async () => {
    await runDealers(db, ['name,country,phone', 'Twin,US,7'], { replace: true })
    expect(await phones()).toEqual(['', '7', ''])
    expect(await listCarried(db.read, HARBOR_CRAFT)).toEqual(['Twin'])
  })

  test('all stay with --replace if a row may mean any of them', async () => {
    await runDealers(db, [HEADER, '8804,Other,US,'], { brandId: TIDEWATER })
    const report = await runDealers(db, [HEADER, ',Twin,US,7', '8804,Other,US,8'], {
      brandId: TIDEWATER,
      replace: true,
      skipInvalid: true,
    })
    expect(report).toMatchObject({ written: true, taken: 1, removed: 0 })
    expect(report.warnings).toContainEqual({
      line: 2,
      field: '',
      message: expect.stringMatching(/^The row may mean any of/),
    })
    expect(await listCarried(db.read, TIDEWATER)).toEqual(['Other', 'Twin', 'Twin'])
  })

  test('and of one brand are an issue', async () => {
    const report = await runDealers(db, ['name,country,phone', 'Twin,US,7'], { brandId: TIDEWATER })
    expect(report).toMatchObject({
      written: false,
      issues: [
        {
          line: 2,
          field: 'name',
          message: 'Several dealers are like this one: 8801, 8802, 8803. Give the id of the one you mean.',
        },
      ],
    })
    expect(await phones()).toEqual(['', '', ''])
  })
})

describe('the country of new dealers', () => {
  test('comes from --country if the row names none', async () => {
    await runDealers(db, ['name,country', 'A,', 'B,Mexico'], { country: 'Germany' })
    const countries = (await listDealers(db.read)).map((row) => `${row.country} ${row.country_code}`)
    expect(countries).toEqual(['Germany DE', 'Mexico MX'])
  })

  test('is judged by state and postal code', async () => {
    await runDealers(db, ['name,state,zip', 'A,TX,75067', 'B,ON,K1A 0B1'])
    expect((await listDealers(db.read)).map((row) => row.country_code)).toEqual(['US', 'CA'])
  })

  test('is required if these are ambiguous', async () => {
    const report = await runDealers(db, ['name,zip', 'A,80331'])
    expect(report).toMatchObject({
      written: false,
      issues: [{ line: 2, field: 'country', message: expect.stringMatching(/^Country is missing/) }],
    })
  })
})

describe('the place', () => {
  const HEADER = 'code,name,country,zip,lat,lon'

  test('is the postal code’s, flagged approximate, if coordinates are omitted', async () => {
    const report = await runDealers(db, [
      HEADER,
      'A,Pier 9,US,75067,,',
      'B,Ahoy,US,75067,33.5,-97.5',
      'C,Nix,US,2108,,',
    ])
    expect(await listDealers(db.read)).toMatchObject([
      { ...POINTS['US 75067'], approximate: true },
      { latitude: 33.5, longitude: -97.5, approximate: false },
      { ...POINTS['US 02108'], approximate: true, postal_code: '02108' },
    ])
    expect(report.warnings).toEqual([
      {
        line: 4,
        field: 'postal_code',
        message: 'Postal code "2108" lost its leading zeros and was read as 02108.',
      },
    ])
  })

  test('gets a note if it is unknown', async () => {
    const { warnings } = await runDealers(db, [HEADER, 'A,Pier 9,US,99999,,'])
    expect(warnings).toEqual([
      { line: 2, field: '', message: expect.stringMatching(/^The dealer is not shown, .* give latitude/) },
    ])
    expect(await listDealers(db.read)).toMatchObject([{ latitude: null, longitude: null }])
  })

  test('gets another note if the service could not be reached', async () => {
    const locate = async () => {
      throw new AppError('GEOCODER_UNAVAILABLE', 'The service is down.')
    }
    const { warnings } = await runDealers(db, [HEADER, 'A,Pier 9,US,99999,,'], { locate })
    expect(warnings).toEqual([
      { line: 2, field: '', message: expect.stringMatching(/service could not be reached: .* again/) },
    ])
  })

  test('gets a note if it stays when the postal code changes', async () => {
    await runDealers(db, [HEADER, 'A,Pier 9,US,75067,33,-97', 'B,Pier 8,US,75067,,'])
    const { warnings } = await runDealers(db, ['code,zip', 'A,02108', 'B,02108'])
    expect(warnings).toEqual([
      {
        line: 2,
        field: '',
        message: expect.stringMatching(
          /^The dealer keeps its own coordinates, 15\d\d\.\d miles from 02108: give new ones, or approximate /,
        ),
      },
    ])
  })

  test('gets a note if it is far from the postal code', async () => {
    const rows = ['A,Pier 9,US,75067-1234,33.5,97.5', 'B,Near,US,75067,33.5,-97.5', 'C,No Code,US,,1,1']
    const { warnings } = await runDealers(db, [HEADER, ...rows])
    expect(warnings).toEqual([
      {
        line: 2,
        field: 'latitude',
        message: expect.stringMatching(/^Latitude and longitude are \d+ miles from 75067\. Are they swapped/),
      },
    ])
  })

  test('stays if the file has no coordinates', async () => {
    await runDealers(db, [HEADER, 'A,Pier 9,US,75067,33.5,-97.5'])
    await runDealers(db, [HEADER, 'A,Pier 9,US,02108,,'])
    expect(await listDealers(db.read)).toMatchObject([{ latitude: 33.5, postal_code: '02108' }])
  })
})

describe('groups by name', () => {
  const groups = () => db.read.selectFrom('dealer_groups').select(['id', 'name']).orderBy('id').execute()

  test('are created once, and reused', async () => {
    await db.write(async (trx) => {
      await trx.insertInto('dealer_groups').values({ id: 7, name: 'Old' }).execute()
      await db.reserveIds(trx, 'dealer_groups')
    })
    const lines = ['code,name,country,group', 'A,A,US,Old', 'B,B,US,New', 'C,C,US,New', 'D,D,US,']
    await runDealers(db, lines)
    const revision = await revisionOfDealers(db.read)
    await runDealers(db, lines)
    expect(await revisionOfDealers(db.read)).toBe(revision)
    expect(await groups()).toEqual([
      { id: 7, name: 'Old' },
      { id: 8, name: 'New' },
    ])
    expect((await listDealers(db.read)).map((row) => row.group_id)).toEqual([7, 8, 8, null])
  })

  test('are removed by an empty cell, and kept without a column', async () => {
    await runDealers(db, ['code,name,country,group', 'A,A,US,New', 'B,B,US,New'])
    await runDealers(db, ['code,name,phone', 'A,A,1'])
    await runDealers(db, ['code,name,group', 'B,B,'])
    expect((await listDealers(db.read)).map((row) => row.group_id)).toEqual([expect.any(Number), null])
  })

  test('are invalid if several groups have the name', async () => {
    const twins = ['Twin', 'Twin', 'Only'].map((name) => ({ name }))
    await db.write((trx) => trx.insertInto('dealer_groups').values(twins).execute())
    const lines = ['code,name,country,group', 'A,A,US,Twin', 'B,B,US,Only']
    const report = await runDealers(db, lines, { skipInvalid: true })
    expect(report.issues).toEqual([
      {
        line: 2,
        field: 'group_name',
        message: 'Group name "Twin" is the name of several groups. Give the group_id.',
      },
    ])
    expect(await listCarried(db.read)).toEqual(['B'])
  })

  test('by id must exist', async () => {
    const report = await runDealers(db, ['code,name,country,group_id', 'A,A,US,7'])
    expect(report.issues).toEqual([{ line: 2, field: 'group_id', message: 'There is no dealer group 7.' }])
  })
})

describe('with an invalid row', () => {
  const LINES = ['code,name,country,lat,lon', 'A,Pier 9,US,,', 'B,,Atlantis,x,1', 'C,Ahoy,US,,']

  test('nothing is written', async () => {
    const report = await runDealers(db, LINES)
    expect(report).toMatchObject({ written: false, taken: 2 })
    expect(report.issues).toEqual([
      { line: 3, field: 'name', message: 'Name is missing.' },
      { line: 3, field: 'country', message: expect.stringMatching(/^Country must be .* not "Atlantis"\.$/) },
      { line: 3, field: 'latitude', message: expect.stringMatching(/^Latitude must be/) },
    ])
    expect(await listDealers(db.read)).toEqual([])
    expect(await revisionOfDealers(db.read)).toBe(0)
  })

  test('the others are imported with --skip-invalid', async () => {
    const report = await runDealers(db, LINES, { skipInvalid: true })
    expect(report).toMatchObject({ written: true, taken: 2, issues: { length: 3 } })
    expect(await listCarried(db.read)).toEqual(['A', 'C'])
  })

  test('and no valid one, there is nothing to import', async () => {
    const report = await runDealers(db, [LINES[0]!, LINES[2]!], { skipInvalid: true })
    expect(report).toMatchObject({ written: false, taken: 0 })
  })
})

test('--dry-run writes nothing, and reports the same', async () => {
  await runDealers(db, ['code,name,country', 'Z,Gone,US'])
  const before = [await listDealers(db.read), await listCarried(db.read), await revisionOfDealers(db.read)]
  const lines = ['code,name,country,group', 'A,Pier 9,US,New', 'B,Ahoy,US,']
  const dry = await runDealers(db, lines, { dryRun: true, replace: true })
  expect([await listDealers(db.read), await listCarried(db.read), await revisionOfDealers(db.read)]).toEqual(
    before,
  )
  expect(await db.read.selectFrom('dealer_groups').selectAll().execute()).toEqual([])
  expect(dry).toMatchObject({ written: false, taken: 2, removed: 1 })
  expect(await runDealers(db, lines, { replace: true })).toEqual({ ...dry, written: true })
})

describe('--replace', () => {
  const HEADER = 'code,name,country'
  const beforeEachFile = [HEADER, 'A,Pier 9,US', 'B,Ahoy,US', 'C,Both,US']

  beforeEach(async () => {
    await runDealers(db, beforeEachFile)
    await runDealers(db, [HEADER, 'C,Both,US', 'T,Tide,US'], { brandId: TIDEWATER })
  })

  test('gives the brand exactly the dealers of the file, and leaves other brands alone', async () => {
    const before = await listDealers(db.read)
    const report = await runDealers(db, [HEADER, 'B,Ahoy,US', 'D,New,US'], { replace: true })
    expect(report).toMatchObject({ written: true, taken: 2, removed: 2 })
    expect(await listCarried(db.read, HARBOR_CRAFT)).toEqual(['B', 'D'])
    expect(await listCarried(db.read, TIDEWATER)).toEqual(['C', 'T'])
    expect((await listDealers(db.read)).slice(0, before.length)).toEqual(before)
  })

  test('notifies processes of removed dealers, even if no dealer changes', async () => {
    const revision = await revisionOfDealers(db.read)
    await runDealers(db, [HEADER, 'B,Ahoy,US'], { replace: true })
    expect(await revisionOfDealers(db.read)).toBe(revision + 1)
  })

  test('keeps dealers whose rows are invalid', async () => {
    const [a] = await listDealers(db.read)
    const lines = ['id,code,name,country,active', `${a!.id},A,Pier 9,US,x?`, ',B,,US,', ',D,New,US,']
    const report = await runDealers(db, lines, { replace: true, skipInvalid: true })
    expect(report).toMatchObject({ written: true, taken: 1, removed: 1 })
    expect(await listCarried(db.read, HARBOR_CRAFT)).toEqual(['A', 'B', 'D'])
  })

  test('removes a dealer even if a new one is invalid, as long as its code identifies it', async () => {
    const lines = [HEADER, 'A,Pier 9,US', 'B,Ahoy,US', 'N,,US']
    const report = await runDealers(db, lines, { replace: true, skipInvalid: true })
    expect(report).toMatchObject({ written: true, taken: 2, removed: 1 })
    expect(await listCarried(db.read, HARBOR_CRAFT)).toEqual(['A', 'B'])
  })

  test.each([
    ['without a code', ',Pier Nine,Atlantis'],
    ['with a code that a dealer without one may get', 'Z,Uncoded,Atlantis'],
    ['with an id that cannot be read', 'B,Pier Nine,US,1.0'],
  ])('removes no dealer if an invalid row %s may mean any of them', async (_what, row) => {
    await runDealers(db, [HEADER, ',Uncoded Marine,US'])
    const lines = [`${HEADER},id`, row, 'B,Ahoy,US']
    const report = await runDealers(db, lines, { replace: true, skipInvalid: true })
    expect(report).toMatchObject({ written: true, taken: 1, removed: 0 })
    expect(report.warnings).toContainEqual({
      line: 2,
      field: '',
      message: expect.stringMatching(/^The row may mean any of the records that the file does not name/),
    })
    expect(await listCarried(db.read, HARBOR_CRAFT)).toEqual(['A', 'B', 'C', 'Uncoded Marine'])
  })

  test('does not remove everything from the brand', async () => {
    for (const lines of [[HEADER], [HEADER, 'X,,US']]) {
      const report = await runDealers(db, lines, { replace: true, skipInvalid: true })
      expect(report).toMatchObject({ written: false, taken: 0 })
    }
    expect(await listCarried(db.read, HARBOR_CRAFT)).toEqual(['A', 'B', 'C'])
  })

  test('adds a removed dealer again', async () => {
    await runDealers(db, [HEADER, 'B,Ahoy,US'], { replace: true })
    await runDealers(db, [HEADER, 'A,Pier Nine,US'])
    expect(await listCarried(db.read)).toEqual(['A', 'B'])
    expect(await listDealers(db.read)).toHaveLength(4)
  })
})

describe('a dealer of another brand', () => {
  beforeEach(() => runDealers(db, ['code,name,country', '100,Tide,US'], { brandId: TIDEWATER }))

  test('with the same code and another name is not overwritten', async () => {
    const before = await listDealers(db.read)
    const report = await runDealers(db, ['code,name,country', '100,Pier 9,US'])
    expect(report.issues).toEqual([
      {
        line: 2,
        field: 'dealer_code',
        message: expect.stringMatching(/^Dealer code "100" is that of "Tide", a dealer of other brands\. /),
      },
    ])
    expect(await listDealers(db.read)).toEqual(before)
  })

  test('that was created during a geocoding request is not overwritten', async () => {
    const other = ['code,name,country', '200,Tide,US']
    const report = await runDealers(db, ['code,name,country,zip', '200,Pier 9,US,99999'], {
      async locate() {
        await runDealers(db, other, { brandId: TIDEWATER })
        return null
      },
    })
    expect(report).toMatchObject({
      written: false,
      issues: [
        {
          line: 2,
          field: 'dealer_code',
          message: expect.stringMatching(/^Dealer code "200" is that of "Tide", a dealer of other brands/),
        },
      ],
    })
    expect((await listDealers(db.read)).map(({ name }) => name)).toEqual(['Tide', 'Tide'])
  })

  test('with the same id and another name is not overwritten', async () => {
    const before = await listDealers(db.read)
    const report = await runDealers(db, ['id,name,country', `${before[0]!.id},Pier 9,US`])
    expect(report.issues).toMatchObject([
      { line: 2, field: 'id', message: expect.stringMatching(/^ID \d+ is that of/) },
    ])
    expect(await listDealers(db.read)).toEqual(before)
  })

  test('with the same code and name joins this one, and stays in the other', async () => {
    await runDealers(db, ['code,name,country,phone', '100,TIDE,US,7'])
    expect(await listDealers(db.read)).toMatchObject([{ name: 'TIDE', phone: '7' }])
    expect(await listCarried(db.read, HARBOR_CRAFT)).toEqual(['100'])
    expect(await listCarried(db.read, TIDEWATER)).toEqual(['100'])
  })
})

describe('a dealer that is twice in a file', () => {
  const HEADER = 'id,code,name,country,street,phone,group'

  test('is imported once if both rows are the same', async () => {
    const report = await runDealers(db, [
      HEADER,
      ',A,Pier 9,US,1,2,',
      ',A,Pier 9,US,1,2,',
      ',,B,US,,,',
      ',,B,US,,,',
    ])
    expect(report).toMatchObject({ written: true, taken: 2, issues: [] })
    expect(report.warnings.slice(0, 2)).toEqual([
      { line: 3, field: '', message: 'The row says the same as line 2 and was skipped.' },
      { line: 5, field: '', message: 'The row says the same as line 4 and was skipped.' },
    ])
  })

  test('is invalid if they differ', async () => {
    const report = await runDealers(db, [HEADER, ',A,Pier 9,US,1,2,G', ',A,Pier 9,US,1,3,H'])
    expect(report).toMatchObject({
      written: false,
      issues: [
        {
          line: 3,
          field: '',
          message: 'Line 2 is the same dealer with another phone, group_name. Keep one of the rows.',
        },
      ],
    })
  })

  test('is invalid if one row has its id and another its code', async () => {
    await runDealers(db, [HEADER, ',A,Pier 9,US,1,2,'])
    const [{ id } = { id: 0 }] = await listDealers(db.read)
    const report = await runDealers(db, [HEADER, `${id},A,Pier 9,US,1,2,`, ',A,Pier 9,US,1,2,'])
    expect(report.issues).toEqual([
      { line: 3, field: 'dealer_code', message: expect.stringMatching(/repeats dealer/) },
    ])
  })

  test('is reported with the names of its columns', async () => {
    const lines = ['code,name,country,lat,lng', 'A,Pier 9,US,33,-97', 'A,Pier 9,US,33.1,-97']
    const [issue] = (await runDealers(db, lines)).issues
    expect(issue!.message).toMatch(/with another latitude or longitude\. Keep one of the rows\.$/)
  })

  test('without a code gets a note, because it may be another dealer', async () => {
    const report = await runDealers(db, [HEADER, ',,Pier 9,US,1,2,', ',,Pier 9,US,1,3,'])
    expect(report).toMatchObject({ written: true, taken: 1 })
    expect(report.warnings).toContainEqual({
      line: 3,
      field: '',
      message: expect.stringMatching(
        /^The row has the name and address of line 2, but another phone, and was skipped\./,
      ),
    })
  })

  test.each([
    ['id', '=A1', 'x2'],
    ['active', 'maybe', 'nope'],
    ['country', '', 'Atlantis'],
  ])('is not compared with a row whose %s is invalid', async (field, first, last) => {
    const good: Record<string, string> = { id: '', active: 'yes', country: 'US' }
    const row = (text: string) => `Marine One,1 A St,,${Object.values({ ...good, [field]: text })}`
    const lines = ['name,address,zip,id,active,country', row(first), row(good[field]!), row(last)]
    const report = await runDealers(db, lines, { skipInvalid: true })
    expect(report).toMatchObject({ written: true, taken: 1 })
    expect(report.issues.map(({ line }) => line)).toEqual([2, 4])
    expect(report.warnings).toEqual([
      { line: 3, field: '', message: expect.stringMatching(/^The dealer is not shown/) },
    ])
  })
})

describe('codes that are imported after the dealers', () => {
  const HEADER = 'name,street,zip,country'
  const PIER = 'Pier 9,1 Main St,75067,US'
  const AHOY = 'Ahoy,2 Main St,02108,US'
  const stored = async () =>
    (await listDealers(db.read)).map((row) => `${row.id} ${row.dealer_code || '-'} ${row.name}`)
  let ids: number[]
  beforeEach(async () => {
    await runDealers(db, [HEADER, PIER, AHOY])
    ids = (await listDealers(db.read)).map((row) => row.id)
  })

  test('go to the dealers with the same name, address and postal code', async () => {
    const lines = [`code,${HEADER}`, `A,${PIER}`, `B,${AHOY}`, `B,${AHOY}`, 'C,New,3 Main St,,US']
    const report = await runDealers(db, lines)
    expect(report).toMatchObject({ written: true, taken: 3, issues: [] })
    expect(report.warnings).toContainEqual({
      line: 4,
      field: '',
      message: 'The row says the same as line 3 and was skipped.',
    })
    const after = [`${ids[0]} A Pier 9`, `${ids[1]} B Ahoy`, expect.stringMatching(/ C New$/)]
    expect(await stored()).toEqual(after)
    const revision = await revisionOfDealers(db.read)
    await runDealers(db, lines, { replace: true })
    expect(await stored()).toEqual(after)
    expect(await revisionOfDealers(db.read)).toBe(revision)
  })

  test('need no country, and keep an invalid row’s dealer in the brand', async () => {
    const lines = ['code,name,street,zip,active', 'A,Pier 9,1 Main St,75067,', 'B,Ahoy,2 Main St,02108,x?']
    const report = await runDealers(db, lines, { replace: true, skipInvalid: true })
    expect(report).toMatchObject({ taken: 1, removed: 0, issues: [{ line: 3 }] })
    expect(await stored()).toEqual([`${ids[0]} A Pier 9`, `${ids[1]} - Ahoy`])
  })

  test.each([
    ['a second code', [`A,${PIER}`, `Z,${PIER}`], ['A', '-', 'Z']],
    ['another address', ['Z,Pier 9,9 Main St,75067,US'], ['-', '-', 'Z']],
    ['a code beside the row without one', [`,${PIER}`, `Z,${PIER}`], ['-', '-', 'Z']],
  ])('create a new dealer for %s', async (_what, rows, codes) => {
    expect(await runDealers(db, [`code,${HEADER}`, ...rows])).toMatchObject({ written: true, issues: [] })
    expect((await listDealers(db.read)).map((row) => row.dealer_code || '-')).toEqual(codes)
  })

  test('change the dealer that has them already', async () => {
    const lines = [`code,${HEADER}`, `A,${PIER}`]
    await runDealers(db, lines, { brandId: TIDEWATER })
    await runDealers(db, lines)
    expect((await listDealers(db.read)).map((row) => row.dealer_code)).toEqual(['', '', 'A'])
    expect(await listCarried(db.read, HARBOR_CRAFT)).toEqual(['A', 'Ahoy', 'Pier 9'])
  })
})
