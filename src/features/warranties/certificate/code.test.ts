import { expect, test } from 'vitest'
import { newCode, readCode } from './code.ts'

test('codes have 130 random bits, and no two are alike', () => {
  const codes = Array.from({ length: 1_000 }, newCode)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(new Set(codes).size).toBe(1_000)
})

const CODE = '7ZK3QF0M1N2P3R4S5T6V7W8X9Y'

test.each([
  ['as it is', CODE],
  ['in lower case', CODE.toLowerCase()],
  ['in groups', '7ZK3-QF0M-1N2P-3R4S-5T6V-7W8X-9Y'],
  ['with letters that look like digits', CODE.replace('0', 'o').replace('1', 'l')],
])('a code is read %s', (_how, text) => {
  expect(readCode(text)).toBe(CODE)
})

test.each([
  '',
  CODE.slice(1),
  `${CODE}A`,
  CODE.replace('7', 'U'),
  CODE.replace('7', 'é'),
  CODE.replace('7', '%'),
])('"%s" is no code', (text) => {
  expect(readCode(text)).toBeUndefined()
})
