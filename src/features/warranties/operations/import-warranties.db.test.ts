import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readWarrantyFile } from '../import-export/warranty-file.ts'
import { makeWorld, type World } from '../world.test-support.ts'
import { importWarranties } from './import-warranties.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.drop())

const HEADER = 'HIN,Model,Year,Registered,First Name,Last Name,Email,Phone,ZIP,Duration,Used,Notes'
const row = (hin: string, more = 'ada@example.com,,75067,12,no,') =>
  `${hin},Tidewater 24,2025,2025-03-01,Ada,Rivers,${more}`

const importLines = (lines: readonly string[], ...flags: string[]) =>
  world.run('import', world.file([HEADER, ...lines]), '--brand', 'harbor-craft', ...flags)

async function stored() {
  const rows = await world.db.read.selectFrom('warranties').select('hin').orderBy('id').execute()
  return rows.map(({ hin }) => hin)
}

async function reportOf(run: Promise<{ printed: string[]; exit: number | string }>) {
  const { printed, exit } = await run
  const { faulty_file, ...report } = JSON.parse(printed[0]!)
  return { ...report, exit }
}

test('a row is registered as the interface would, with its defaults', async () => {
  const { printed, noted, exit } = await importLines([row('aaa00000a526')])
  expect({ printed, noted, exit }).toEqual({
    printed: ['Imported rows of warranties: 1.'],
    noted: [],
    exit: 0,
  })
  const imported = JSON.parse((await world.run('show', 'AAA00000A526', '--json')).printed[0]!)
  const { hin } = await world.register({
    hin: 'AAB00000A526',
    warranty_duration_months: 12,
    is_used: false,
    contact: { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' },
  })
  const registered = JSON.parse((await world.run('show', hin, '--json')).printed[0]!)
  const own = { id: 0, hin: 0, hin_details: 0, created_at: 0, updated_at: 0 }
  expect({ ...imported, ...own, contact: { ...imported.contact, contact_id: 0 } }).toEqual({
    ...registered,
    ...own,
    contact: { ...registered.contact, contact_id: 0 },
  })
  expect(await world.db.read.selectFrom('warranty_counts').selectAll().execute()).toEqual([
    { brand_id: 1, warranty_status: 'expired', total: 2 },
  ])
  const trail = world.db.read.selectFrom('audit_entries').select(['action', 'actor_kind', 'subject_name'])
  expect(await trail.orderBy('id').execute()).toEqual([
    { action: 'warranty.registered', actor_kind: 'administrator', subject_name: 'AAA00000A526' },
    { action: 'warranty.registered', actor_kind: 'user', subject_name: 'AAB00000A526' },
  ])
})

const INVALID = [
  row('AAA00000A526'),
  row('SHORT'),
  row('AAB00000A526', ',,75067,12,no,'),
  row('AAC00000A526', 'no-address,,,0,maybe,').replace('2025-03-01', '2025-02-30'),
  row('AAA00000A526'),
  row('AAD00000A526'),
]

describe('invalid rows', () => {
  test('keep all others out, and are reported with their lines and reasons', async () => {
    await world.register({ hin: 'AAD00000A526' })
    const report = await reportOf(importLines(INVALID, '--json'))
    expect(report).toMatchObject({ written: false, taken: 1, duplicates: 2, exit: 1 })
    expect(report.faults).toEqual([
      {
        line: 3,
        field: 'hin',
        message: expect.stringMatching(/^A hull identification number is exactly 12 letters/),
      },
      { line: 4, field: 'contact_email', message: 'Either an e-mail address or a phone number is required.' },
      { line: 5, field: 'is_used', message: 'Is used must be true or false, not "maybe".' },
      {
        line: 5,
        field: 'registration_date',
        message: expect.stringMatching(/^Registration date must be a real date/),
      },
      { line: 5, field: 'warranty_duration_months', message: 'Warranty duration months must be 1 or more.' },
      { line: 5, field: 'contact_zipcode', message: 'ZIP code is required.' },
      {
        line: 5,
        field: 'contact_email',
        message: expect.stringMatching(/^E-mail must be an e-mail address/),
      },
      { line: 6, field: 'hin', message: 'HIN AAA00000A526 is in line 2 already.' },
      { line: 7, field: 'hin', message: 'HIN AAD00000A526 has a warranty of this brand already.' },
    ])
    expect(await stored()).toEqual(['AAD00000A526'])
    const invalid = world.read('file-1.invalid.csv').split('\r\n')
    expect(invalid).toHaveLength(7)
    expect(invalid[0]).toBe(`\ufeffline,reason,${HEADER}`)
    expect(invalid[5]).toBe(`7,HIN AAD00000A526 has a warranty of this brand already.,${INVALID[5]}`)
  })

  test('are left out with --skip-invalid', async () => {
    const { printed, exit } = await importLines(INVALID, '--skip-invalid')
    expect({ printed, exit }).toEqual({
      printed: ['Imported rows of warranties: 2.', expect.stringMatching(/^Invalid rows: 4\./)],
      exit: 1,
    })
    expect(await stored()).toEqual(['AAA00000A526', 'AAD00000A526'])
  })

  test('are imported once they are fixed', async () => {
    await importLines(INVALID.slice(0, 2), '--skip-invalid')
    const fixed = world.read('file-1.invalid.csv').replace('SHORT', 'AAZ00000A526')
    const { exit } = await world.run('import', world.file(fixed), '--brand', 'harbor-craft')
    expect(exit).toBe(0)
    expect(await stored()).toEqual(['AAA00000A526', 'AAZ00000A526'])
  })
})

test('--dry-run writes nothing, and says what would be', async () => {
  const good = await importLines([row('AAA00000A526')], '--dry-run')
  expect(good.printed).toEqual(['Dry run: nothing was written. Imported rows of warranties: 1.'])
  expect(good.exit).toBe(0)
  expect((await importLines(INVALID, '--dry-run')).exit).toBe(1)
  expect(await stored()).toEqual([])
  expect(existsSync(`${world.folder}/file-2.invalid.csv`)).toBe(true)
})

test('the order of the file is the one in which they were made', async () => {
  const hins = ['AAC00000A526', 'AAA00000A526', 'AAB00000A526']
  await importLines(hins.map((hin) => row(hin)))
  const made = await world.db.read.selectFrom('warranties').select('hin').orderBy('created_at').execute()
  expect(made.map(({ hin }) => hin)).toEqual(hins)
})

test('an import that is run again finds only duplicates', async () => {
  await importLines([row('AAA00000A526')])
  expect(await reportOf(importLines([row('aaa00000a526')], '--skip-invalid', '--json'))).toMatchObject({
    written: false,
    taken: 0,
    duplicates: 1,
    exit: 1,
  })
})

test('a HIN that is registered between the check and the write is a duplicate, and nothing is half done', async () => {
  const brand = (await world.ctx.brands.getFresh()).byId.get(1)!
  const file = await readWarrantyFile(world.file([HEADER, row('AAA00000A526'), row('AAB00000A526')]), brand, {
    mapped: [],
  })
  let raced = false
  const db = new Proxy(world.db, {
    get: (target, name) => {
      if (name !== 'write') return Reflect.get(target, name)
      return async (work: Parameters<typeof target.write>[0]) => {
        if (!raced) {
          raced = true
          await world.register({ hin: 'AAA00000A526' })
        }
        return target.write(work)
      }
    },
  })
  const run = (skipInvalid: boolean) =>
    importWarranties(
      { ...world.ctx, db },
      {
        rows: file.rows,
        brand,
        sync: false,
        dryRun: false,
        skipInvalid,
        onProgress() {},
      },
    )
  expect(await run(false)).toMatchObject({
    written: false,
    duplicates: 1,
    issues: [{ line: 2, field: 'hin', message: 'HIN AAA00000A526 has a warranty of this brand already.' }],
  })
  expect(await stored()).toEqual(['AAA00000A526'])
  expect(await run(true)).toMatchObject({ written: true, taken: 1, duplicates: 1 })
  expect(await stored()).toEqual(['AAA00000A526', 'AAB00000A526'])
})

describe('the CRM', () => {
  const importTide = (...flags: string[]) =>
    world.run(
      'import',
      world.file([HEADER, row('AAA00000A526'), row('AAB00000A526')]),
      '--brand',
      'tide',
      ...flags,
    )
  const deliveries = () => world.db.read.selectFrom('deliveries').select(['event', 'lane']).execute()
  const states = async () =>
    (await world.db.read.selectFrom('warranties').select('sync_status').execute()).map(
      (one) => one.sync_status,
    )

  test.each([[[]], [['--no-sync']]])('is not notified with %j', async (flags) => {
    await importTide(...flags)
    expect(await deliveries()).toEqual([])
    expect(await states()).toEqual(['not_configured', 'not_configured'])
  })

  test('is notified of each with --sync', async () => {
    await importTide('--sync')
    expect(await deliveries()).toEqual([
      { event: 'warranty.registered', lane: expect.stringMatching(/^warranty:\d+$/) },
      { event: 'warranty.registered', lane: expect.any(String) },
    ])
    expect(await states()).toEqual(['pending', 'pending'])
  })

  test('is not looked for where the brand has none', async () => {
    await importLines([row('AAA00000A526')], '--sync')
    expect(await deliveries()).toEqual([])
    expect(await states()).toEqual(['not_configured'])
  })
})

test('columns are recognized by many names, mapped, or skipped', async () => {
  const lines = [
    'Rumpf,Typ,MY,Verkauft,Vorname,Nachname,PLZ,Tel,Farbe',
    'AAA00000A526,A,2025,2025-03-01,A,B,1,555,rot',
  ]
  const maps = ['Rumpf=hin', 'Typ=model', 'Verkauft=registration_date', 'Vorname=first_name'].flatMap(
    (map) => ['--map', map],
  )
  const run = world.run('import', world.file(lines), '--brand', 'harbor-craft', ...maps)
  await expect(run).rejects.toThrow('There is no field "first_name" to map to.')
  const right = [
    ...maps.slice(0, -1),
    'Vorname=contact_first_name',
    '--map',
    'Nachname=contact_last_name',
    '--map',
    'PLZ=contact_zipcode',
  ]
  const { printed } = await world.run('import', world.file(lines), '--brand', 'harbor-craft', ...right)
  expect(printed).toEqual(['Skipped columns: Farbe.', 'Imported rows of warranties: 1.'])
})

describe('changes by a spreadsheet', () => {
  const importDates = (dates: readonly string[], ...flags: string[]) => {
    const lines = dates.map((date, index) => row(`AAA0000${index}A526`).replace('2025-03-01', date))
    return reportOf(importLines(lines, ...flags, '--json'))
  }
  const registered = async () => {
    const rows = await world.db.read
      .selectFrom('warranties')
      .select('registration_date')
      .orderBy('id')
      .execute()
    return rows.map(({ registration_date }) => registration_date)
  }

  test('US dates are read when one date of the file makes their order clear', async () => {
    expect(await importDates(['5/31/2025', '3/1/2025'])).toMatchObject({ written: true, faults: [] })
    expect(await registered()).toEqual(['2025-05-31', '2025-03-01'])
  })

  test('--date-format decides when the order is unclear', async () => {
    expect(await importDates(['3/1/2025', '2/3/2025'])).toMatchObject({
      written: false,
      faults: [
        {
          line: 2,
          field: 'registration_date',
          message: expect.stringMatching(
            /^Registration date "3\/1\/2025" can be read .* order of the dates\.$/,
          ),
        },
        { line: 3 },
      ],
    })
    expect(await importDates(['3/1/2025', '2/3/2025'], '--date-format', 'dmy')).toMatchObject({ taken: 2 })
    expect(await registered()).toEqual(['2025-01-03', '2025-03-02'])
  })

  test.each([
    ['2110', '02110', undefined],
    ['2110', '02110', 'US'],
    ['501-1234', '00501-1234', undefined],
    ['8001', '8001', 'CH'],
    ['02110', '02110', undefined],
  ])('the ZIP code %s becomes %s, with a note', async (given, stored, country) => {
    const lines = [`${HEADER},Country`, `${row('AAA00000A526').replace('75067', given)},${country ?? ''}`]
    const report = await reportOf(world.run('import', world.file(lines), '--brand', 'harbor-craft', '--json'))
    const note = `Postal code "${given}" lost its leading zeros and was read as ${stored}.`
    expect(report.warnings).toEqual(
      given === stored ? [] : [{ line: 2, field: 'contact_zipcode', message: note }],
    )
    const { contact } = JSON.parse((await world.run('show', 'AAA00000A526', '--json')).printed[0]!)
    expect(contact.zipcode).toBe(stored)
  })

  test('a list of dealers is refused by its columns', async () => {
    const lines = ['name,address,city,phone,website', 'Pier 9,1 Quay,Erie,555,https://pier9.example']
    const run = world.run('import', world.file(lines), '--brand', 'harbor-craft')
    await expect(run).rejects.toThrow('The file looks like a list of dealers, not of warranties')
  })
})

test('a warranty whose end date has passed is imported as expired', async () => {
  const lines = [`${HEADER},Status`, `${row('AAA00000A526').replace('2025-03-01', '2001-03-01')},active`]
  await world.run('import', world.file(lines), '--brand', 'harbor-craft')
  const { found } = await findExpired()
  expect(found).toEqual([['AAA00000A526', 'expired']])
})

async function findExpired() {
  const { printed } = await world.run('find', '--status', 'expired', '--json')
  const records = JSON.parse(printed[0]!) as { hin: string; warranty_status: string }[]
  return { found: records.map(({ hin, warranty_status }) => [hin, warranty_status]) }
}

describe('other fields of a file', () => {
  test('must be true: the brand', async () => {
    const lines = [`${HEADER},Brand`, `${row('AAA00000A526')},tide`, `${row('AAB00000A526')},harbor-craft`]
    const report = await reportOf(world.run('import', world.file(lines), '--brand', 'harbor-craft', '--json'))
    expect(report.faults).toEqual([
      {
        line: 2,
        field: 'brand',
        message: expect.stringMatching(/^Brand is "tide", but the import is for harbor-craft/),
      },
    ])
  })

  test.each([
    ['2026-03-01', []],
    ['', []],
    [
      '2027-03-01',
      [
        'Warranty end date is 2027-03-01, but start date and duration lead to 2026-03-01. Correct warranty_duration_months, or skip the column.',
      ],
    ],
  ])('must be true: the end date %j', async (end, faults) => {
    const lines = [`${HEADER},End Date`, `${row('AAA00000A526')},${end}`]
    const report = await reportOf(world.run('import', world.file(lines), '--brand', 'harbor-craft', '--json'))
    expect(report.faults.map(({ message }: { message: string }) => message)).toEqual(faults)
  })
})

describe('NDJSON', () => {
  const record = (fields: object = {}) => ({
    hin: 'AAA00000A526',
    model: ' Tidewater 24 ',
    model_year: '2025',
    registration_date: '2025-06-01',
    contact: { first_name: 'Ada', last_name: 'Rivers', phone: '555', zipcode: '75067' },
    ...fields,
  })
  const earlier = {
    first_name: 'Bo',
    last_name: 'Lee',
    email: 'bo@example.com',
    zipcode: '1',
    registration_date: '2025-01-01',
    transfer_date: '2025-06-01',
  }
  const present = { registration_date: '2025-06-01', transfer_date: null, transfer_notes: 'sold' }
  const importRecords = (...records: (object | string)[]) => {
    const lines = records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    return reportOf(world.run('import', world.file(lines, 'ndjson'), '--brand', 'harbor-craft', '--json'))
  }

  test('is read one record a line; unknown fields are skipped and reported', async () => {
    expect(await importRecords('', record({ color: 'red', brand_id: 99 }), '')).toMatchObject({
      ignored: ['color', 'brand_id'],
      written: true,
      taken: 1,
    })
    expect((await world.run('find', '--json')).printed[0]).toContain('"model":"Tidewater 24"')
  })

  test('brings the owners of the past', async () => {
    expect(await importRecords(record({ history: [earlier, present] }))).toMatchObject({ written: true })
    const { history } = JSON.parse((await world.run('show', 'AAA00000A526', '--json')).printed[0]!)
    expect(history).toMatchObject([
      { first_name: 'Bo', purchase_date: '2025-01-01', transfer_date: '2025-06-01', transfer_notes: null },
      { first_name: 'Ada', transfer_date: null, transfer_notes: 'sold' },
    ])
    expect((await world.run('find', '--email', 'bo@example.com')).exit).toBe(2)
  })

  test.each([
    ['[1]', 'The record is not a JSON object.'],
    ['{', expect.stringMatching(/^The record is not valid JSON( \(line 1 column \d+\))?\.$/)],
    ['{"hin": 1,}', 'The record is not valid JSON (line 1 column 11).'],
    [record({ brand: 5 }), expect.stringMatching(/^Brand is "5", but /)],
    [record({ model: 'a\0b' }), expect.stringMatching(/^Model must not contain a NUL character/)],
    [record({ is_used: 'yes' }), 'Is used must be a boolean.'],
    [record({ contact: null }), 'Contact must be an object.'],
    [record({ history: [] }), 'History must be a list of owners.'],
    [record({ history: [earlier] }), 'History must end with the current owner, who has no transfer_date.'],
    [record({ history: [{ ...earlier, zipcode: '' }, present] }), 'History, owner 1: ZIP code is required.'],
    [
      record({ history: [{ ...earlier, transfer_date: '2025-05-01' }, present] }),
      'History, owner 1: Transfer date must be the registration date of the next owner.',
    ],
  ])('%j is reported as invalid', async (line, message) => {
    const report = await importRecords(line)
    expect(report).toMatchObject({ written: false, exit: 1 })
    expect(report.faults[0]).toMatchObject({ line: 1, message })
  })

  test('has its invalid records reported, not written to a table, which has no column for their history', async () => {
    const file = world.file([JSON.stringify(record({ hin: 'SHORT', history: [earlier, present] }))], 'ndjson')
    const { exit, printed, noted } = await world.run('import', file, '--brand', 'harbor-craft')
    expect([exit, printed.at(-1), noted]).toEqual([
      1,
      'Invalid rows: 1.',
      [expect.stringMatching(/^Error, line 1: A hull identification number is exactly 12/)],
    ])
    expect(existsSync(`${world.folder}/file-1.invalid.csv`)).toBe(false)
  })
})
