import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, registrationBody, type World } from '../world.test-support.ts'
import { exportWarranties } from './export-warranties.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.drop())

const contact = { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' }

/** What is hard on a file format, in every text. */
async function fill() {
  await world.register({
    hin: 'AAA00000A526',
    model: '=HYPERLINK("http://x","y")',
    model_code: "'=1",
    is_used: true,
    registration_date: '2024-02-29',
    purchase_date: '2024-01-31',
    warranty_start_date: '2024-01-31',
    warranty_duration_months: 1,
    coverage_type: 'hull-only',
    warranty_status: 'voided',
    warranty_notes: 'a "quoted" word,\r\na second line\nand ünïcödé 🛥',
    order_number: '-1',
    external_order_number: '@x',
    warranty_external_id: '007',
    contact: {
      ...contact,
      last_name: "O'Neil",
      phone: '+1 214 555 0100',
      address: "'s-Gravenweg 1; Slip 2",
      city: 'Köln',
      state: 'NRW',
      country_code: 'de',
    },
  })
  await world.register({ hin: 'AAB00000A526', contact: { ...contact, email: null, phone: '5550100' } })
  await world.transfer('AAB00000A526', {
    contact: { ...contact, first_name: 'Bo', address: '1 Quay' },
    registration_date: '2025-06-01',
    purchase_date: '2025-05-30',
    transfer_notes: 'sold, "as is"',
  })
  await world.transfer('AAB00000A526', {
    contact: { ...contact, first_name: 'Cy' },
    registration_date: '2025-09-01',
  })
  await world.register({ hin: 'AAC00000A526', brand_id: 2 })
}

/** A record without what belongs to the database that it came from. */
function portable(line: string) {
  const { created_at, updated_at, brand_id, contact, ...record } = JSON.parse(line)
  const { contact_id, ...rest } = contact
  return { ...record, contact: rest }
}

const linesOf = (text: string) => text.trimEnd().split('\n')

describe('an export can be imported', () => {
  test.each([
    ['csv', []],
    ['ndjson', []],
    ['ndjson', ['--with-history']],
  ])('as %s %j', async (format, flags) => {
    await fill()
    const path = world.file('', format)
    await world.run('export', '--format', format, ...flags, '--brand', 'harbor-craft', '--output', path)
    const before = await world.run('export', '--format', 'ndjson', ...flags, '--brand', 'harbor-craft')
    const other = await makeWorld()
    try {
      const { printed } = await other.run('import', path, '--brand', 'harbor-craft', '--json')
      expect(JSON.parse(printed[0]!)).toMatchObject({ written: true, taken: 2, duplicates: 0, faults: [] })
      const after = await other.run('export', '--format', 'ndjson', ...flags)
      expect(linesOf(after.written).map(portable)).toEqual(linesOf(before.written).map(portable))
      expect(linesOf(after.written)).toHaveLength(2)
    } finally {
      await other.drop()
    }
  })

  test('with the owners of each warranty and how it came to them', async () => {
    await fill()
    const { written } = await world.run(
      'export',
      '--format',
      'ndjson',
      '--with-history',
      '--brand',
      'harbor-craft',
    )
    expect(JSON.parse(linesOf(written)[1]!).history).toMatchObject([
      { first_name: 'Ada', phone: '5550100', transfer_date: '2025-06-01', transfer_notes: null },
      {
        first_name: 'Bo',
        address: '1 Quay',
        purchase_date: '2025-05-30',
        transfer_date: '2025-09-01',
        transfer_notes: 'sold, "as is"',
      },
      { first_name: 'Cy', registration_date: '2025-09-01', transfer_date: null },
    ])
  })
})

test('CSV is as RFC 4180 has it, and no cell is a formula', async () => {
  await fill()
  const { written } = await world.run('export', '--brand', 'harbor-craft')
  const [header, row] = written.split('\r\n')
  expect(header).toMatch(/^hin,brand,brand_id,brand_name,model,/)
  expect(row).toMatch(
    /^AAA00000A526,harbor-craft,1,Harbor Craft,"'=HYPERLINK\(""http:\/\/x"",""y""\)",''=1,2025,true,2024-02-29,/,
  )
  expect(written).toContain(`,"a ""quoted"" word,\r\na second line\nand ünïcödé 🛥",'-1,'@x,007,`)
  expect(written).toContain(
    `,O'Neil,ada@example.com,'+1 214 555 0100,'s-Gravenweg 1; Slip 2,75067,Köln,NRW,DE,`,
  )
  expect(written.endsWith('\r\n')).toBe(true)
})

test('all brands are exported in turn, each in the order of registration', async () => {
  for (const brand_id of [2, 1, 2, 1]) await world.register({ brand_id })
  const { written } = await world.run('export', '--format', 'ndjson')
  const rows = linesOf(written).map((line) => JSON.parse(line))
  expect(rows.map(({ brand }) => brand)).toEqual(['harbor-craft', 'harbor-craft', 'tide', 'tide'])
  expect(rows[0].hin < rows[1].hin && rows[2].hin < rows[3].hin).toBe(true)
})

test('it reads a thousand rows at a time, and shows the data of one moment', async () => {
  const csv = ['hin,model,model_year,registration_date,first_name,last_name,zip,phone']
  for (let i = 0; i < 2_300; i++) csv.push(`${registrationBody().hin},A,2025,2025-01-01,A,B,1,5550100`)
  await world.run('import', world.file(csv), '--brand', 'harbor-craft')
  const seen: number[] = []
  await world.db.snapshot(async (reader) => {
    const listParts = await exportWarranties(world.ctx, { format: 'ndjson' })
    for await (const { rows } of listParts(reader)) {
      seen.push(rows)
      // Registered behind the export's back: not in it.
      await world.register()
    }
  })
  expect(seen).toEqual([1_000, 1_000, 300])
})

describe('--output', () => {
  test('is a file for its owner alone', async () => {
    await world.register()
    const path = join(world.folder, 'out.csv')
    const { printed, noted } = await world.run('export', '--output', path, '--json')
    expect({ printed, noted }).toEqual({ printed: [JSON.stringify({ written: 1, file: path })], noted: [] })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect((await world.run('export', '--output', path)).noted).toEqual([`Warranties written to ${path}: 1.`])
    expect(world.read('out.csv')).toBe((await world.run('export')).written)
  })

  test('that cannot be written leaves nothing behind', async () => {
    const path = join(world.folder, 'a-folder')
    mkdirSync(path)
    await expect(world.run('export', '--output', path)).rejects.toThrow(/a-folder is not a file/)
    expect(readdirSync(world.folder)).toEqual(['a-folder'])
    await expect(world.run('export', '--output', join(world.folder, 'none', 'x.csv'))).rejects.toThrow(
      /there is no such file/,
    )
    expect(existsSync(join(world.folder, 'none'))).toBe(false)
    chmodSync(path, 0o700)
  })
})

test.each([
  [['--with-history'], '--with-history needs --format ndjson'],
  [['--json'], '--json needs --output'],
  [['--brand', 'nobody'], 'There is no brand "nobody".'],
])('%j is refused', async (words, message) => {
  await expect(world.run('export', ...words)).rejects.toThrow(message)
})
