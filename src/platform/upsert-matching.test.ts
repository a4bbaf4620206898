import { describe, expect, test } from 'vitest'
import { findTakenKeys, matchRows } from './upsert-matching.ts'

const STORED = [
  { id: 1, code: 'A' },
  { id: 2, code: 'B' },
  { id: 3, code: '', town: 'Kiel' },
  { id: 4, code: 'D', town: 'Bonn' },
  { id: 6, code: '', town: 'Ulm' },
  { id: 5, code: '', town: 'Ulm' },
]

const match = (inputs: { id?: number; code?: string; town?: string }[]) => {
  const { matches, issues } = matchRows(inputs, STORED, {
    noun: 'boat',
    field: 'code',
    keyOf: (input) => input.code,
    storedKeyOf: (row) => row.code,
    naturalKey: { field: 'town', of: (row) => row.town },
  })
  return {
    ids: matches.map((row) => row?.id),
    issues: issues.map(({ row, field, message }) => `${row} ${field}: ${message}`),
  }
}

describe('a row is matched', () => {
  test.each([
    ['by its id', [{ id: 2 }], [2]],
    ['by its key', [{ code: 'B' }], [2]],
    ['by similarity', [{ town: 'Kiel' }], [3]],
    ['by similarity, of several the one whose id is in no other input', [{ town: 'Ulm' }, { id: 5 }], [6, 5]],
    ['to none: the similar row has a key', [{ town: 'Bonn' }], [undefined]],
    ['to none: it has a key', [{ code: 'C', town: 'Kiel' }], [undefined]],
    ['to none: it has an id', [{ id: 9, town: 'Kiel' }], [undefined]],
    ['by its id, even when its key changes', [{ id: 2, code: 'C' }], [2]],
    ['to none: the id is new', [{ id: 9, code: 'C' }], [undefined]],
    ['to none: the key is new', [{ code: 'C' }], [undefined]],
    [
      'by ids whose rows swap their keys',
      [
        { id: 1, code: 'B' },
        { id: 2, code: 'A' },
      ],
      [1, 2],
    ],
    [
      'by an id whose key is empty',
      [
        { id: 3, code: '' },
        { id: 9, code: '' },
      ],
      [3, undefined],
    ],
  ])('%s', (_how, inputs, ids) => {
    expect(match(inputs)).toEqual({ ids, issues: [] })
  })
})

describe('it is an issue', () => {
  test.each([
    ['to give neither id nor key', [{}], ['0 id: ID is required where there is no code.']],
    ['to give an empty key only', [{ code: '' }], ['0 id: ID is required where there is no code.']],
    ['to give an id twice', [{ id: 1 }, { id: 1 }], ['1 id: ID repeats boat 1: list each boat once.']],
    ['to give a new id twice', [{ id: 9 }, { id: 9 }], ['1 id: ID repeats boat 9: list each boat once.']],
    [
      'to give a key twice',
      [{ code: 'A' }, { code: 'A' }],
      ['1 code: Code repeats boat 1: list each boat once.'],
    ],
    [
      'to give a row by id and by key',
      [{ id: 1 }, { code: 'A' }],
      ['1 code: Code repeats boat 1: list each boat once.'],
    ],
    [
      'to give a new key twice',
      [{ code: 'C' }, { code: 'C' }],
      ['1 code: Code must be unique: "C" belongs to an earlier entry.'],
    ],
    [
      'to take the key of a stored row',
      [{ id: 1, code: 'B' }],
      ['0 code: Code must be unique: "B" belongs to boat 2.'],
    ],
    [
      'to give a new id the key of a stored row',
      [{ id: 9, code: 'B' }],
      ['0 code: Code must be unique: "B" belongs to boat 2.'],
    ],
    [
      'to take a key that another one keeps',
      [{ id: 1 }, { id: 2, code: 'A' }],
      ['1 code: Code must be unique: "A" belongs to boat 1.'],
    ],
    [
      'to take a key that a later row keeps',
      [{ id: 1, code: 'B' }, { id: 2 }],
      ['0 code: Code must be unique: "B" belongs to boat 2.'],
    ],
    [
      'to be similar to several rows',
      [{ town: 'Ulm' }],
      ['0 town: Several boats are like this one: 5, 6. Give the id of the one you mean.'],
    ],
  ])('%s', (_what, inputs, issues) => {
    expect(match(inputs).issues).toEqual(issues)
  })
})

test('a row that waits for the key of a row that is left out is left out too, and so on', () => {
  const [a, b] = STORED
  const rows = [
    { stored: undefined, key: 'A' },
    { stored: a, key: 'B' },
    { stored: b, key: 'C' },
    { stored: undefined, key: 'D' },
  ]
  const issue = { row: 2, field: 'town', message: 'is none' }
  const naming = { noun: 'boat', field: 'code', storedKeyOf: (row: (typeof STORED)[0]) => row.code }
  expect(findTakenKeys(rows, [issue], naming)).toEqual([
    { row: 1, field: 'code', message: 'Code must be unique: "B" belongs to boat 2.' },
    { row: 0, field: 'code', message: 'Code must be unique: "A" belongs to boat 1.' },
  ])
})
