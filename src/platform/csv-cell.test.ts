import { expect, test } from 'vitest'
import fc from '../../test/support/fast-check.ts'
import { csvLine, guardCell, unguardCell } from './csv-cell.ts'

test.each(['=1', '+1', '-1', '@a', '\ta', '\ra', '\na', '＝1', '＋1', '－1', '＠a'])(
  '%j gets a quote before it',
  (cell) => {
    expect(guardCell(cell)).toBe(`'${cell}`)
  },
)

test.each(['', 'a', '1', "'s Gravenmoer", "O'Neil", '15-17', 'a=b'])('%j stays unchanged', (cell) => {
  expect(guardCell(cell)).toBe(cell)
  expect(unguardCell(cell)).toBe(cell)
})

test('a quote in the original text is distinguished from an added one', () => {
  expect(guardCell("'=1")).toBe("''=1")
  expect(unguardCell("''=1")).toBe("'=1")
})

test('a guarded cell is not a formula, and unguarding returns the original text', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', 'a', ' ') })
  fc.assert(
    fc.property(text, (cell) => {
      expect(unguardCell(guardCell(cell))).toBe(cell)
      expect(guardCell(cell)).not.toMatch(/^[=+\-@\t\r\n]/)
    }),
  )
})

test('cells of a line are quoted where necessary', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '=h', ' i'])).toBe('a,"b,c","d""e","f\ng",\'=h, i\r\n')
  expect(csvLine(['a,b', 'c;d'], ';')).toBe('a,b;"c;d"\r\n')
})

test('a negative number is no formula', () => {
  expect(csvLine([-85.357702, '-85.357702', 7])).toBe("-85.357702,'-85.357702,7\r\n")
})
