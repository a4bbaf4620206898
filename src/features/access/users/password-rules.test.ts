import { expect, test } from 'vitest'
import { findPasswordIssues } from './password-rules.ts'

const messagesOf = (password: string) =>
  findPasswordIssues(password, { field: 'password', email: 'Ada.Rivers@example.com' }).map(
    ({ field, message }) => `${field}: ${message}`,
  )

test.each([
  ['seven characters', 'xK2.9qz', 'at least 8'],
  ['seven characters beyond the basic plane', '\u{1f6a4}'.repeat(7), 'at least 8'],
  ['129 characters', 'x'.repeat(129), 'at most 128'],
  ['a common password', 'password123', 'most common'],
  ['a common password in capitals', 'PASSWORD123', 'most common'],
  ['the e-mail address', 'ada.rivers@EXAMPLE.com', 'e-mail address'],
])('%s is refused', (_, password, why) => {
  expect(messagesOf(password)).toEqual([expect.stringContaining(why)])
})

test.each([
  ['eight letters that nobody else chooses', 'xkqzwvjp'],
  ['blanks', ' x q z w '],
  ['128 characters beyond the basic plane', '\u{1f6a4}'.repeat(128)],
])('%s are accepted', (_, password) => {
  expect(messagesOf(password)).toEqual([])
})
