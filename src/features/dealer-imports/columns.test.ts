import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { findColumns } from '../../platform/imports/columns.ts'
import { DEALER_COLUMNS } from './dealer-rows.ts'
import { TERRITORY_COLUMNS } from './territory-rows.ts'

const ALIASES = { name: ['dealer', 'Dealer Name'], city: ['town'], postal_code: ['zip', 'zip/postal code'] }

const find = (header: string[], ...mapped: string[]) =>
  findColumns(header, ALIASES, { mapped, required: [['name', 'city']] })

function faultsOf(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.issues.map(({ field, message }) => `${field} ${message}`)
    throw error
  }
  return []
}

test('columns are known by the field’s name and its aliases, however written', () => {
  for (const header of [
    ['name', 'city', 'postal_code'],
    ['Dealer-Name', 'TOWN', 'Zip'],
    ['DEALER NAME', 'City', 'Zip/Postal_Code'],
  ]) {
    expect(find(header)).toEqual({ of: { name: 0, city: 1, postal_code: 2 }, ignored: [] })
  }
})

test('columns that mean nothing are told, but for those without a name', () => {
  expect(find(['', 'fax', 'name', 'Rating', ''])).toEqual({ of: { name: 2 }, ignored: ['fax', 'Rating'] })
})

describe('--map', () => {
  test('says what a column holds, whatever its name', () => {
    expect(find(['A=B', 'name', 'Ort'], 'A=B=name', 'ort=City')).toEqual({
      of: { name: 0, city: 2 },
      ignored: ['name'],
    })
  })

  test('passes a column over', () => {
    expect(find(['dealer', 'name', 'town'], 'Dealer=', 'town=')).toEqual({
      of: { name: 1 },
      ignored: ['dealer', 'town'],
    })
  })

  test('names a column once', () => {
    const fault = '--map names City a second time: say once what it holds'
    expect(faultsOf(() => find(['name', 'city'], 'city=name', 'City=city'))).toEqual([fault])
    expect(faultsOf(() => find(['name', 'city'], 'city=', 'City='))).toEqual([fault])
  })

  test.each([
    ['name', '--map must be COLUMN=FIELD, not name'],
    ['=name', '--map must be COLUMN=FIELD, not =name'],
    ['Ort=city', '--map names no column: Ort. Columns: name, city'],
    ['city=ort', '--map names no field: ort. Fields: name, city, postal_code'],
  ])('%s is refused', (mapping, fault) => {
    expect(faultsOf(() => find(['name', 'city'], mapping))).toEqual([fault])
  })
})

test.each([
  [
    ['name', 'Dealer'],
    'name and Dealer both hold name; choose with --map "name=name" or --map "Dealer=name"',
  ],
  [['Zip', 'ZIP', 'name'], 'Zip and ZIP both hold postal_code; rename one of them'],
  [
    ['zip', 'fax'],
    'name or city has no column; say which one it is with --map "COLUMN=name". Columns: zip, fax',
  ],
])('%j do not fit', (header, fault) => {
  expect(faultsOf(() => find(header))).toEqual([fault])
})

test('two columns mapped to one field do not fit', () => {
  expect(faultsOf(() => find(['a', 'b'], 'a=name', 'b=name'))).toEqual([
    expect.stringMatching(/^a and b both hold name/),
  ])
})

test('all that is wrong is told at once', () => {
  expect(faultsOf(() => find(['name', 'dealer', 'zip', 'zip'], 'x=y', 'z'))).toHaveLength(4)
})

test.each([
  ['dealers', DEALER_COLUMNS],
  ['territories', TERRITORY_COLUMNS],
])('no name of a column of %s stands for two fields', (_, aliases) => {
  const names = Object.entries(aliases).flatMap(([field, others]) => [field, ...others])
  const simple = names.map((name) => name.replaceAll(/[_-]/g, ''))
  expect(simple.filter((name, index) => simple.indexOf(name) !== index)).toEqual([])
})

test('the page on importing lists every column and its aliases', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/importing.md'), 'utf8')
  for (const [field, names] of [...Object.entries(DEALER_COLUMNS), ...Object.entries(TERRITORY_COLUMNS)]) {
    expect(page).toContain(`| \`${field}\` | ${names.map((name) => `\`${name}\``).join(', ')} |`)
  }
})
