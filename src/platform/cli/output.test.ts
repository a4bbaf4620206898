import { expect, test } from 'vitest'
import { describeRecord, tabulate } from './output.ts'

test('columns are as wide as what is in them, and nothing trails', () => {
  const lines = tabulate(
    ['id', 'name', 'active', 'brands'],
    [
      [1, 'Tidewater', true, ['a', 'b']],
      [12, '', false, []],
    ],
  )
  expect(lines).toEqual([
    'id  name       active  brands',
    '1   Tidewater  yes     a, b',
    '12  -          no      -',
  ])
})

test('a table may have as many rows as there are', () => {
  expect(
    tabulate(
      ['n'],
      Array.from({ length: 300_000 }, (_, n) => [n]),
    ),
  ).toHaveLength(300_001)
})

test('a field that holds control characters stays on its line, and is read in its direction', () => {
  expect(describeRecord({ id: 1, name: 'two\r\nlines\u001b[2J\u202e', point: null })).toEqual([
    'id     1',
    'name   two lines [2J',
    'point  -',
  ])
})
