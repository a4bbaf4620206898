import { expect, test } from 'vitest'
import { atLeast } from './report.ts'
import { machine, updateResults } from './results.ts'

const bare = { row: 'get', database: 'sqlite', lines: [{ subject: 'bare', rps: 20_000 }] }
const ours = {
  row: 'get',
  database: 'postgres',
  lines: [{ subject: 'ours', rps: 15_000, check: atLeast(0.75, 0.7) }],
}
const order = ['create', 'get']

test('the page of results has every line of a row with its ratio, and when and on what it was measured', () => {
  const page = updateResults('', [ours, bare], { context: '2026-03-01, a machine', order })
  expect(page).toMatch(/^# Results\n/)
  expect(page).toMatch(
    /^## get, sqlite\n\n2026-03-01, a machine\n\n```\nrow[^\n]+\nget +sqlite +bare +20,000\n```\n\n## get, postgres\n/m,
  )
  expect(page).toMatch(/^get +postgres +ours +15,000 .*0\.75 of the baseline \(at least 0\.7\) +met$/m)
})

test('a later run replaces its own rows and databases alone', () => {
  const create = { ...bare, row: 'create' }
  const gone = { ...bare, row: 'gone' }
  const page = updateResults('', [ours, bare, create, gone], { context: 'before', order: [...order, 'gone'] })
  const again = updateResults(page, [bare], { context: 'after', order })
  expect(again.match(/^(##.*|before|after)$/gm)).toEqual([
    '## create, sqlite',
    'before',
    '## get, sqlite',
    'after',
    '## get, postgres',
    'before',
  ])
  expect(updateResults(again, [], { context: '', order })).toBe(again)
})

test('the machine is described in one line', () => {
  expect(machine()).toMatch(/^.+, \d+ cores, \d+ GB, \S+ \S+$/)
})
