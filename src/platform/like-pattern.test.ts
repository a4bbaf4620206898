import { expect, test } from 'vitest'
import fc from '../../test/support/fast-check.ts'
import { fold, likePattern } from './like-pattern.ts'

/** Evaluates LIKE like both databases, on a text in which only ASCII letters are lower-cased. */
function matches(text: string, pattern: string): boolean {
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const parts = pattern.split('%').map((part) => part.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`).test(lower)
}

test.each([
  ['Ada@Example.com', '%ada@example.com%'],
  ['müller', '%m%ller%'],
  ['50%_off', '%50%off%'],
  ['kiki', '%'],
])('%s becomes the pattern %s', (part, pattern) => {
  expect(likePattern(part)).toBe(pattern)
})

test("every text that contains a part matches the part's pattern", () => {
  const text = fc.string({
    unit: fc.constantFrom(...'aAkKİiIéÉeE\u0301\u0307\u212a_%.@-ßſS1 '),
    maxLength: 12,
  })
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      const subject = before + part + after
      // Not where a combining mark follows and changes the part's last letter.
      fc.pre(fold(subject).includes(fold(part)))
      for (const form of [
        subject,
        subject.normalize('NFC'),
        subject.normalize('NFD'),
        subject.toUpperCase(),
      ]) {
        if (fold(form).includes(fold(part))) expect(matches(form, likePattern(part))).toBe(true)
      }
    }),
  )
})
