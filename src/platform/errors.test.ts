import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AppError, issue } from './errors.ts'
import { ERROR_STATUS } from './http/error-status.ts'

test('docs/errors.md documents every code with its status, and no other', () => {
  const page = readFileSync('docs/errors.md', 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|/gm)]
  const documented = rows.map(([, code, status]) => [code, Number(status)])
  expect(documented.toSorted()).toEqual(Object.entries(ERROR_STATUS).toSorted())
})

test('every row of docs/errors.md says where, when and what to do', () => {
  const page = readFileSync('docs/errors.md', 'utf8')
  for (const row of page.match(/^\| `[A-Z_]+` \|.*$/gm) ?? []) {
    const [, , , where, when, advice] = row.split('|').map((cell) => cell.trim())
    expect(where, row).toMatch(/^[WDLA]( [WDLA])*$/)
    expect(when, row).toMatch(/\w{3}/)
    expect(advice, row).toMatch(/\w{3}/)
  }
})

test('an error has the given issues, retry time and headers, and none by default', () => {
  const issues = [{ field: 'hin', message: 'is required' }]
  const cause = new Error('why')
  const error = new AppError('RATE_LIMITED', 'Slow down.', {
    issues,
    retryAfter: 3,
    headers: { a: 'b' },
    cause,
  })
  expect(error).toMatchObject({ code: 'RATE_LIMITED', message: 'Slow down.', issues, retryAfter: 3, cause })
  expect(error.headers).toEqual({ a: 'b' })
  expect(new AppError('NOT_FOUND', '')).toMatchObject({ issues: [], retryAfter: undefined, headers: {} })
})

test.each([
  ['contact.contact_email_optin', 'Contact e-mail opt-in is wrong.'],
  ['hin', 'HIN is wrong.'],
  ['dealers[3].group_id', 'Group ID is wrong.'],
  ['scopes.0', 'An item of scopes is wrong.'],
  ['', 'The body is wrong.'],
])('the message of the field "%s" begins with its label', (field, message) => {
  expect(issue(field, 'is wrong')).toEqual({ field, message })
})
