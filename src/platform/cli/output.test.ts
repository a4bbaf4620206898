import { expect, test } from 'vitest'
import { keepOutput } from '../../../test/support/output.ts'
import { describeRecord, NOTHING_FOUND, printList, tabulate, toJson } from './output.ts'

test('columns are as wide as their contents, without trailing blanks', () => {
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

test('a table may have any number of rows', () => {
  expect(
    tabulate(
      ['n'],
      Array.from({ length: 300_000 }, (_, n) => [n]),
    ),
  ).toHaveLength(300_001)
})

test("control characters in a field can't break the line or reverse its direction", () => {
  expect(describeRecord({ id: 1, name: 'two\r\nlines\u001b[2J\u202e', point: null })).toEqual([
    'id     1',
    'name   two lines [2J',
    'point  -',
  ])
})

test('JSON escapes characters that move the cursor or reverse the text, and keeps its value', () => {
  const value = { name: 'a\u0085b\u009b2J\u202ec\u2066d\u2028e', emoji: '👩‍🚀' }
  const line = toJson(value)
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u)
  expect(line).toContain('a\\u0085b\\u009b2J\\u202ec')
  expect(JSON.parse(line)).toEqual(value)
})

test.each([false, true])(
  'an empty list prints a note on standard error and sets an exit code: --json %s',
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
