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

function issuesOf(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.issues.map(({ message }) => message)
    throw error
  }
  return []
}

test('columns are matched by the field’s name and its aliases, in any spelling', () => {
  for (const header of [
    ['name', 'city', 'postal_code'],
    ['Dealer-Name', 'TOWN', 'Zip'],
    ['DEALER NAME', 'City', 'Zip/Postal_Code'],
  ]) {
    expect(find(header)).toEqual({ of: { name: 0, city: 1, postal_code: 2 }, ignored: [] })
  }
})

test('unknown columns are reported, except those without a name', () => {
  expect(find(['', 'fax', 'name', 'Rating', ''])).toEqual({ of: { name: 2 }, ignored: ['fax', 'Rating'] })
})

describe('a mapping', () => {
  test('maps a column of any name to a field', () => {
    expect(find(['A=B', 'name', 'Ort'], 'A=B=name', 'ort=City')).toEqual({
      of: { name: 0, city: 2 },
      ignored: ['name'],
    })
  })

  test('skips a column', () => {
    expect(find(['dealer', 'name', 'town'], 'Dealer=', 'town=')).toEqual({
      of: { name: 1 },
      ignored: ['dealer', 'town'],
    })
  })

  test('names a column once', () => {
    const issue = 'The column "City" is mapped twice. Say once what it holds.'
    expect(issuesOf(() => find(['name', 'city'], 'city=name', 'City=city'))).toEqual([issue])
    expect(issuesOf(() => find(['name', 'city'], 'city=', 'City='))).toEqual([issue])
  })

  test.each([
    ['name', 'A mapping must be "COLUMN=FIELD", not "name".'],
    ['=name', 'A mapping must be "COLUMN=FIELD", not "=name".'],
    ['Ort=city', 'There is no column "Ort" to map. The file has these columns: name, city.'],
    ['city=ort', 'There is no field "ort" to map to. Fields: name, city, postal_code.'],
  ])('%s is refused', (mapping, issue) => {
    expect(issuesOf(() => find(['name', 'city'], mapping))).toEqual([issue])
  })
})

test.each([
  [['name', 'Dealer'], 'The columns "name" and "Dealer" both hold name. Map the right one to name.'],
  [['Zip', 'ZIP', 'name'], 'The columns "Zip" and "ZIP" both hold postal_code. Rename one of them.'],
  [
    ['zip', 'fax'],
    'No column holds name or city. Map the columns that do. The file has these columns: zip, fax.',
  ],
])('%j do not fit', (header, issue) => {
  expect(issuesOf(() => find(header))).toEqual([issue])
})

test('two columns mapped to one field are refused', () => {
  expect(issuesOf(() => find(['a', 'b'], 'a=name', 'b=name'))).toEqual([
    expect.stringMatching(/^The columns "a" and "b" both hold name/),
  ])
})

test('all issues are reported together', () => {
  expect(issuesOf(() => find(['name', 'dealer', 'zip', 'zip'], 'x=y', 'z'))).toHaveLength(4)
})

test.each([
  ['dealers', DEALER_COLUMNS],
  ['territories', TERRITORY_COLUMNS],
])('no name of a column of %s means two fields', (_, aliases) => {
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
