import { expect, test } from 'vitest'
import { atLeast } from './report.ts'
import { machine, renderResults } from './results.ts'

test('the page of results names the machine, the day, the versions, and every line with its ratio', () => {
  const results = [
    { row: 'get', database: 'sqlite', lines: [{ subject: 'bare', rps: 20_000 }] },
    {
      row: 'get',
      database: 'postgres',
      lines: [{ subject: 'ours', rps: 15_000, check: atLeast(0.75, 0.7) }],
    },
  ]
  const page = renderResults(results, {
    on: 'A machine',
    day: '2026-03-01',
    versions: { PostgreSQL: '18.1' },
  })
  expect(page).toContain(`- 2026-03-01\n- A machine\n- Node.js ${process.versions.node}, PostgreSQL 18.1\n`)
  expect(page).toMatch(/^get +sqlite +bare +20,000/m)
  expect(page).toMatch(/^get +postgres +ours +15,000 .*0\.75 of the baseline \(at least 0\.7\) +met$/m)
})

test('the machine is told in one line', () => {
  expect(machine()).toMatch(/^.+, \d+ cores, \d+ GB, \S+ \S+$/)
})
