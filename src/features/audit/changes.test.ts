import { expect, test } from 'vitest'
import { changes } from './changes.ts'

const dealer = { name: 'Pier 9', city: 'Tyler', unit_id: null as number | null, phone: '1', active: true }
const TOLD = ['name', 'city', 'unit_id', 'active'] as const

test('all fields of a new record that have a value are recorded', () => {
  expect(changes(null, { ...dealer, city: '' }, TOLD)).toEqual({
    before: null,
    after: { name: 'Pier 9', phone: 'changed', active: true },
  })
})

test('false and 0 are values', () => {
  expect(changes(null, { active: false, unit_id: 0 }, ['active', 'unit_id'])).toEqual({
    before: null,
    after: { active: false, unit_id: 0 },
  })
})

test('only the changed fields of a change are recorded', () => {
  expect(changes(dealer, { ...dealer, city: '', unit_id: 2 }, TOLD)).toEqual({
    before: { city: 'Tyler', unit_id: null },
    after: { city: '', unit_id: 2 },
  })
})

test('the value of a field that is not audited is in neither state', () => {
  for (const phone of ['2', '']) {
    expect(changes(dealer, { ...dealer, phone }, TOLD)).toEqual({ before: {}, after: { phone: 'changed' } })
  }
})

test('a value with an e-mail address is not recorded', () => {
  for (const city of ['ask ada@example.com', '/?to=ada%40example.com', '/?u=%3Fto%3Dada%2540example.com']) {
    const withAddress = { ...dealer, city }
    const withheld = { before: {}, after: { city: 'changed' } }
    expect(changes(dealer, withAddress, TOLD)).toEqual(withheld)
    expect(changes(withAddress, dealer, TOLD)).toEqual(withheld)
    expect(changes(null, withAddress, TOLD)?.after).toMatchObject({ city: 'changed' })
  }
})

test('lists are compared by their items', () => {
  expect(changes({ brands: [1, 2] }, { brands: [1, 2] }, ['brands'])).toBeNull()
  expect(changes({ brands: [1, 2] }, { brands: [1] }, ['brands'])).toEqual({
    before: { brands: [1, 2] },
    after: { brands: [1] },
  })
})

test('the change is null if nothing differs', () => {
  expect(changes(dealer, { ...dealer }, TOLD)).toBeNull()
})
