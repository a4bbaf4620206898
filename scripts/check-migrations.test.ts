import { expect, test } from 'vitest'
import { checkMigrations } from './migration-rules.ts'

test('accepts twins in one sequence', () => {
  expect(checkMigrations(['0001_a.sql', '0002_b.sql'], ['0002_b.sql', '0001_a.sql'])).toEqual([])
})

test.each([
  ['one for SQLite only', ['0001_a.sql', '0002_b.sql'], ['0001_a.sql'], /sqlite\/0002_b.sql has no twin/],
  [
    'one for PostgreSQL only',
    ['0001_a.sql'],
    ['0001_a.sql', '0002_b.sql'],
    /postgres\/0002_b.sql has no twin/,
  ],
  ['a gap', ['0001_a.sql', '0003_b.sql'], ['0001_a.sql', '0003_b.sql'], /comes as number 0002/],
  ['a number used twice', ['0001_a.sql', '0001_b.sql'], ['0001_a.sql', '0001_b.sql'], /comes as number 0002/],
  ['another name', ['1_a.sql'], ['1_a.sql'], /is not named like/],
])('refuses %s', (_what, sqlite, postgres, issue) => {
  expect(checkMigrations(sqlite, postgres)).toEqual([expect.stringMatching(issue)])
})
