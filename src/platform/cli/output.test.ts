import { expect, test } from 'vitest'
import { keepOutput } from '../../../test/support/output.ts'
import { describeRecord, NOTHING_FOUND, printList, tabulate, toJson } from './output.ts'

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

test('JSON escapes what could move the cursor or reverse the writing, and means the same', () => {
  const value = { name: 'a\u0085b\u009b2J\u202ec\u2066d\u2028e', emoji: '👩‍🚀' }
  const line = toJson(value)
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u)
  expect(line).toContain('a\\u0085b\\u009b2J\\u202ec')
  expect(JSON.parse(line)).toEqual(value)
})

test.each([false, true])(
  'an empty list is reported beside the result, with an exit code: --json %s',
  (json) => {
    const { kept, output } = keepOutput()
    printList(output, [], { json, name: 'brands', noun: 'brands', columns: { id: () => 1 } })
    expect(kept).toMatchObject({
      printed: json ? ['{"brands":[]}'] : [],
      noted: ['There are no brands to show.'],
      exit: NOTHING_FOUND,
    })
  },
)
