import { expect, test } from 'vitest'
import { checkRobustness, testNames } from './robustness-rules.ts'

const FILES: Record<string, string> = {
  'test/acceptance/http/methods.sqlite.test.ts':
    "test('1 a method', () => {}); describe.each([])('2 %s', () => {})",
  'src/server/app.test.ts': `it(\`3 over \${COUNT} times\`, () => {})`,
}
const tests = {
  namesIn: (path: string) => (FILES[path] === undefined ? undefined : testNames(FILES[path])),
}
const issues = (...rows: string[]) =>
  checkRobustness(rows.join('\n'), tests).map(({ line, why }) => `${line}: ${why}`)

test('names are read as they are in the source', () => {
  const source = `test('a', f); it.each([1])("b's", f); it('c\\'s', f); tested('no')
    describe.each([])('d %s', () => { test(\`\${e} f\`, g) })`
  expect(testNames(source)).toEqual(new Set(['a', "b's", "c's", 'd %s', '… f']))
})

test('rows whose tests are there are good', () => {
  expect(
    issues(
      '| id | what | held by |',
      '|---|---|---|',
      '| 1 | a method | `http/methods` “1 a method”, “2 %s” |',
      '| 2 | times | `src/server/app.test.ts` “3 over … times” and `http/methods` “2 %s” |',
    ),
  ).toEqual([])
})

test.each([
  ['a file', '| 1 | x | `http/gone` “y” |', '1: row 1: there is no test file http/gone'],
  [
    'a name',
    '| 1 | x | `src/server/app.test.ts` “1 a method” |',
    '1: row 1: src/server/app.test.ts has no test “1 a method”',
  ],
  ['a test at all', '| 1 | x | open |', '1: row 1: no test is named'],
  ['a name for the file', '| 1 | x | `src/server/app.test.ts` |', '1: row 1: no test is named'],
])('%s that is not there is found', (_, row, fault) => {
  expect(issues(row)).toEqual([fault])
})

test('a row that is missing or out of order is found, and a page without rows', () => {
  const row = (id: number) => `| ${id} | x | \`http/methods\` “2 %s” |`
  expect(issues(row(1), row(3))).toEqual(['2: row 3: comes after row 1'])
  expect(issues(row(2), row(1))).toEqual(['1: row 2: comes after row 0', '2: row 1: comes after row 2'])
  expect(issues('nothing')).toEqual(['1: has no rows'])
})

test('ids that were never given are not missed', () => {
  const ids = Array.from({ length: 12 }, (_, index) => index + 1).filter((id) => id !== 11)
  expect(issues(...ids.map((id) => `| ${id} | x | \`http/methods\` “2 %s” |`))).toEqual([])
})
