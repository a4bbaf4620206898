import { expect, test } from 'vitest'
import fc from '../../test/support/fast-check.ts'
import { csvLine, guardCell, unguardCell } from './csv-cell.ts'

test.each(['=1', '+1', '-1', '@a', '\ta', '\ra', '\na', '＝1', '＋1', '－1', '＠a'])(
  '%j gets a quote before it',
  (cell) => {
    expect(guardCell(cell)).toBe(`'${cell}`)
  },
)

test.each(['', 'a', '1', "'s Gravenmoer", "O'Neil", '15-17', 'a=b'])('%j stays as it is', (cell) => {
  expect(guardCell(cell)).toBe(cell)
  expect(unguardCell(cell)).toBe(cell)
})

test("a quote that was the text's own is told from ours", () => {
  expect(guardCell("'=1")).toBe("''=1")
  expect(unguardCell("''=1")).toBe("'=1")
})

test('what was guarded comes back, and is no formula meanwhile', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', 'a', ' ') })
  fc.assert(
    fc.property(text, (cell) => {
      expect(unguardCell(guardCell(cell))).toBe(cell)
      expect(guardCell(cell)).not.toMatch(/^[=+\-@\t\r\n]/)
    }),
  )
})

test('a line has its cells in quotes where they need them', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '=h', ' i'])).toBe('a,"b,c","d""e","f\ng",\'=h, i\r\n')
  expect(csvLine(['a,b', 'c;d'], ';')).toBe('a,b;"c;d"\r\n')
})
