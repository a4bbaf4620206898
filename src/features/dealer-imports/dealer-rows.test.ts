import { describe, expect, test } from 'vitest'
import { type DealerField, readDealerRow } from './dealer-rows.ts'

type Cells = Partial<Record<DealerField, string>>

/** Reads a row of a file that has just these columns. */
function read(cells: Cells, country?: string) {
  const fields = Object.keys(cells) as DealerField[]
  const of = Object.fromEntries(fields.map((field, position) => [field, position]))
  const row = { cells: Object.values(cells), issues: [] }
  const { input, ...rest } = readDealerRow(row, { of, ignored: [] }, { country })
  return { input: JSON.parse(JSON.stringify(input)), ...rest }
}

const PIER: Cells = { name: 'Pier 9', country: 'USA' }

test('every field is read', () => {
  const texts = {
    dealer_code: 'HC-015',
    name: 'Pier 9',
    legal_name: 'Pier 9 LLC',
    address: '1 Main St',
    address2: 'Suite 4',
    city: 'Lewisville',
    state: 'TX',
    postal_code: '75067',
    country: 'usa',
    phone: '+1 214',
    email: 'sales@example.com',
    website: 'https://example.com',
    logo_url: 'https://example.com/logo.png',
    primary_contact: 'Ada',
  }
  const numbers = { id: '15', group_id: '10', unit_id: '0', latitude: '33.04', longitude: '-97' }
  expect(read({ ...texts, ...numbers, active: 'no' })).toMatchObject({
    input: {
      ...texts,
      id: 15,
      group_id: 10,
      unit_id: 0,
      point: { latitude: 33.04, longitude: -97 },
      active: false,
    },
    issues: [],
    warnings: [],
  })
})

test('a missing column keeps the value, an empty cell clears it', () => {
  expect(read({ dealer_code: 'A' }).input).toEqual({ dealer_code: 'A' })
  const empty = { id: '', unit_id: '', group_id: '', phone: '', postal_code: '', active: '', country: '' }
  expect(read({ ...PIER, ...empty }).input).toEqual({
    name: 'Pier 9',
    unit_id: null,
    group_id: null,
    phone: '',
    postal_code: '',
  })
})

test('a row with fewer cells than columns keeps the other values', () => {
  const columns = { of: { name: 0, phone: 1 }, ignored: [] }
  const { input } = readDealerRow({ cells: ['Pier 9'], issues: [] }, columns, { country: 'US' })
  expect(input.phone).toBeUndefined()
})

test.each<[string, Cells, object]>([
  ['by id if there is one', { group_id: '10', group_name: 'Tidewater' }, { group_id: 10 }],
  ['by name if there is no id', { group_id: '', group_name: 'Tidewater' }, { name: 'Tidewater' }],
  ['by name alone', { group_name: 'Tidewater' }, { name: 'Tidewater' }],
  ['as none if the name is empty', { group_name: '' }, { group_id: null }],
  ['not at all without a column', {}, {}],
])('the group is matched %s', (_, cells, expected: { group_id?: number | null; name?: string }) => {
  const { input, groupName } = read({ ...PIER, ...cells })
  expect(groupName).toBe(expected.name)
  if (!expected.name) expect(input.group_id).toBe(expected.group_id)
})

describe('the country', () => {
  test.each<[string, Cells, string | undefined, string | undefined]>([
    ['that of --country', { state: 'TX', postal_code: '75067' }, 'Mexico', 'Mexico'],
    ['judged by state and postal code', { state: 'TX', postal_code: '75067' }, undefined, 'US'],
    ['judged by a Canadian code', { postal_code: 'K1A 0B1' }, undefined, 'CA'],
    ['unknown if these are ambiguous', { postal_code: '75067' }, undefined, undefined],
  ])('implied by a row is %s', (_, cells, country, implied) => {
    for (const empty of [{}, { country: '' }]) {
      const row = read({ name: 'Pier 9', ...cells, ...empty }, country)
      expect(row).toMatchObject({ impliedCountry: implied, issues: [] })
      expect(row.input).not.toHaveProperty('country')
    }
  })

  test('named by a row is kept as it is written, whatever --country says', () => {
    expect(read({ name: 'Pier 9', country: 'Germany' }, 'US').input.country).toBe('Germany')
  })
})

describe('ZIP codes', () => {
  test.each<[Cells, string | undefined]>([
    [{ country: 'USA', postal_code: '2108' }, undefined],
    [{ state: 'MA', postal_code: '2108' }, undefined],
    [{ postal_code: '2108' }, 'US'],
  ])('with lost zeros are restored, with a note', (cells, country) => {
    expect(read({ name: 'Pier 9', ...cells }, country)).toMatchObject({
      input: { postal_code: '02108' },
      warnings: [
        { field: 'postal_code', message: 'Postal code "2108" lost its leading zeros and was read as 02108.' },
      ],
    })
  })

  test('that are Canadian are noted', () => {
    const { input, warnings } = read({ ...PIER, postal_code: 'K1A 0B1' })
    expect(input.postal_code).toBe('K1A 0B1')
    const message =
      'Postal code "K1A 0B1" is Canadian, but the dealer is in the United States. Correct one of them.'
    expect(warnings).toEqual([{ field: 'postal_code', message }])
    expect(read({ name: 'Pier 9', country: 'CA', postal_code: 'K1A 0B1' }).warnings).toEqual([])
  })

  test('keep their last four digits', () => {
    expect(read({ ...PIER, postal_code: '75067-1234' })).toMatchObject({
      input: { postal_code: '75067-1234' },
      warnings: [],
    })
  })

  test('of other countries are left alone', () => {
    expect(read({ name: 'Havn', country: 'Denmark', postal_code: '8000' }).input.postal_code).toBe('8000')
  })
})

describe('coordinates', () => {
  test.each([
    ['33,04', '-97,5', { latitude: 33.04, longitude: -97.5 }],
    ['+33', '-180', { latitude: 33, longitude: -180 }],
    ['0', '-97', { latitude: 0, longitude: -97 }],
  ])('%s and %s', (latitude, longitude, point) => {
    expect(read({ ...PIER, latitude, longitude })).toMatchObject({ input: { point }, issues: [] })
  })

  test('that are both empty, or both 0, come from the postal code', () => {
    expect(read({ ...PIER, latitude: '', longitude: '' }).input).not.toHaveProperty('point')
    const nowhere = read({ ...PIER, latitude: '0', longitude: '0.0' })
    expect(nowhere.input).not.toHaveProperty('point')
    const message = 'Latitude and longitude are both 0, where no dealer is: they were ignored.'
    expect(nowhere.warnings).toEqual([{ field: 'latitude', message }])
  })
})

test.each(['true', 'Yes', 'Y', '1', 'ACTIVE', 'open', 'x'])('%s is active', (active) => {
  expect(read({ ...PIER, active }).input.active).toBe(true)
})

test.each(['false', 'No', 'n', '0', 'Inactive', 'closed'])('%s is not active', (active) => {
  expect(read({ ...PIER, active }).input.active).toBe(false)
})

test('an invalid e-mail address is imported, with a note', () => {
  expect(read({ ...PIER, email: 'ask Bob' })).toMatchObject({
    input: { email: 'ask Bob' },
    issues: [],
    warnings: [
      {
        field: 'email',
        message:
          'E-mail "ask Bob" is not an e-mail address: it was imported, but the dealer gets no mail about leads.',
      },
    ],
  })
})

test.each<[DealerField, Cells, RegExp, string?]>([
  ['name', { name: '' }, /^Name is missing\.$/],
  ['id', { id: '0' }, /^ID must be a whole number from 1, not "0"\.$/],
  ['id', { id: 'D-15' }, /^ID must be a whole number from 1, not "D-15"\.$/],
  ['id', { id: '1e3' }, /^ID must be/],
  ['id', { id: '9'.repeat(16) }, /^ID must be/],
  ['group_id', { group_id: '1.5' }, /^Group ID must be a whole number from 1/],
  ['unit_id', { unit_id: '-1' }, /^Unit ID must be a whole number from 0/],
  ['country', { country: 'Atlantis' }, /^Country must be .* English name, not "Atlantis"\.$/],
  [
    'latitude',
    { latitude: '91', longitude: '0' },
    /^Latitude must be decimal degrees from -90 to 90, not "91"\.$/,
  ],
  [
    'longitude',
    { latitude: '33', longitude: "97°30'W" },
    /^Longitude must be decimal degrees from -180 to 180/,
  ],
  [
    'longitude',
    { latitude: '33', longitude: '' },
    /^Longitude is missing\. Give both coordinates or neither\.$/,
  ],
  ['latitude', { longitude: '-97' }, /^Latitude is missing/],
  ['active', { active: 'Gold' }, /^Active must be true or false, not "Gold"\. .* skip it\.$/, 'map'],
  ['dealer_code', { dealer_code: 'x'.repeat(201) }, /^Dealer code must have at most 200 characters\.$/],
  ['group_name', { group_name: 'x'.repeat(301) }, /^Group name must have at most 300 characters\.$/],
  ['address', { address: 'x'.repeat(2001) }, /^Address must have at most 2000 characters\.$/],
])('%s of %j is invalid', (field, cells, message, option) => {
  expect(read({ ...PIER, ...cells }).issues).toEqual([
    { field, message: expect.stringMatching(message), option },
  ])
})

test('all issues of a row are reported, with those of the number of its cells', () => {
  const columns = { of: { name: 0, id: 1 }, ignored: [] }
  const row = { cells: ['', 'x', 'y'], issues: [{ field: '', message: 'The row has 3 cells.' }] }
  expect(readDealerRow(row, columns, { country: 'US' }).issues).toHaveLength(3)
  expect(row.issues).toHaveLength(1)
})
