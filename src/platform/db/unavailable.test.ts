import { expect, test } from 'vitest'
import { isUnavailable } from './unavailable.ts'

test.each([
  [{ code: '25006' }],
  [{ code: '0A000', routine: 'call_bool_check_hook' }],
  [{ code: '28P01' }],
  [{ code: '28000' }],
  [{ code: '55P03' }],
  [{ code: '53300' }],
])('%j means that the database is unavailable', (error) => {
  expect(isUnavailable(Object.assign(new Error('refused'), error))).toBe(true)
})

test('a feature that PostgreSQL lacks is not an outage', () => {
  expect(isUnavailable(Object.assign(new Error('refused'), { code: '0A000' }))).toBe(false)
})
