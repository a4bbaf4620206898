import { describe, expect, test } from 'vitest'
import type { DealerInput, FindPoint, StoredDealer } from './dealer-record.ts'
import { isStored, mergeDealer } from './merge-dealer.ts'

const POINT = { latitude: 33, longitude: -97 }
const AT_ZIP = { latitude: 32.9, longitude: -96.9 }
const atZip = () => AT_ZIP
const nowhere = () => null

const STORED: StoredDealer = {
  id: 15,
  ...mergeDealer(
    { name: 'Pier 9', country: 'USA', postal_code: '75067', phone: '1', point: POINT },
    undefined,
    nowhere,
  ),
}
const FOLLOWING: StoredDealer = { ...STORED, ...AT_ZIP, approximate: 1 }
const LOST: StoredDealer = { ...STORED, latitude: null, longitude: null, approximate: 1 }
const HIDDEN: StoredDealer = { ...LOST, approximate: 0 }

const placeOf = ({ latitude, longitude, approximate }: ReturnType<typeof mergeDealer>) =>
  latitude === null
    ? `none${approximate ? ' yet' : ''}`
    : `${latitude},${longitude}${approximate ? ' of the code' : ''}`

describe('a field', () => {
  test('keeps its value if omitted, and is empty in a new dealer', () => {
    const merged = mergeDealer({ city: 'Lewisville' }, STORED, nowhere)
    expect(merged).toMatchObject({ name: 'Pier 9', phone: '1', city: 'Lewisville', state: '', active: true })
  })

  test('is cleared by an empty text, null or false', () => {
    const grouped = { ...STORED, group_id: 10, unit_id: 2 }
    const merged = mergeDealer({ phone: '', group_id: null, active: false }, grouped, nowhere)
    expect(merged).toMatchObject({ phone: '', group_id: null, unit_id: 2, active: false })
  })

  test('country is stored as given, with its code', () => {
    expect(mergeDealer({ country: 'Germany' }, STORED, nowhere)).toMatchObject({
      country: 'Germany',
      country_code: 'DE',
    })
    expect(mergeDealer({ country: 'Atlantis' }, STORED, nowhere).country_code).toBeNull()
  })
})

describe('the place of a dealer', () => {
  test.each<[string, DealerInput, StoredDealer | undefined, FindPoint, string]>([
    ['is the given point', { point: POINT }, undefined, atZip, '33,-97'],
    ['is none when null is given', { point: null }, undefined, atZip, 'none'],
    ['is its postal code’s if omitted', {}, undefined, atZip, '32.9,-96.9 of the code'],
    ['is unknown if the code is unknown', {}, undefined, nowhere, 'none yet'],
    ['stays its own', {}, STORED, atZip, '33,-97'],
    ['stays its own when the postal code changes', { postal_code: '10001' }, STORED, atZip, '33,-97'],
    ['stays none after null', {}, HIDDEN, atZip, 'none'],
    ['stays the code’s, even if the code is unknown now', {}, FOLLOWING, nowhere, '32.9,-96.9 of the code'],
    ['follows a better point for its code', {}, FOLLOWING, () => POINT, '33,-97 of the code'],
    ['follows a new postal code', { postal_code: '10001' }, FOLLOWING, () => POINT, '33,-97 of the code'],
    ['follows a new country', { country: 'Mexico' }, FOLLOWING, () => POINT, '33,-97 of the code'],
    ['is unknown if the new code is unknown', { postal_code: '10001' }, FOLLOWING, nowhere, 'none yet'],
    ['is added when the code becomes known', {}, LOST, atZip, '32.9,-96.9 of the code'],
    ['is replaced by a given point', { point: POINT }, FOLLOWING, atZip, '33,-97'],
    ['is the code’s again with approximate', { approximate: true }, STORED, atZip, '32.9,-96.9 of the code'],
    [
      'is the code’s again with approximate after none',
      { approximate: true },
      HIDDEN,
      atZip,
      '32.9,-96.9 of the code',
    ],
    [
      'is unknown with approximate if the code is unknown',
      { approximate: true },
      STORED,
      nowhere,
      'none yet',
    ],
    ['is removed by null', { point: null }, FOLLOWING, atZip, 'none'],
  ])('%s', (_what, input, stored, findPoint, place) => {
    const merged = mergeDealer({ name: 'Pier 9', country: 'USA', ...input }, stored, findPoint)
    expect(placeOf(merged)).toBe(place)
  })
})

test('a stored dealer is recognized with either database’s booleans', () => {
  expect(isStored(mergeDealer({}, STORED, nowhere), { ...STORED, active: 1, approximate: 0 })).toBe(true)
  expect(isStored(mergeDealer({}, STORED, nowhere), undefined)).toBe(false)
  expect(isStored(mergeDealer({ active: false }, STORED, nowhere), STORED)).toBe(false)
  expect(isStored(mergeDealer({ city: 'Tyler' }, STORED, nowhere), STORED)).toBe(false)
  expect(isStored(mergeDealer({ unit_id: 0 }, STORED, nowhere), STORED)).toBe(false)
})
