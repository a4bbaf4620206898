import { expect, it } from 'vitest'
import { toE164 } from './phone.ts'

it.each([
  ['(415) 555-0132', 'US', '+14155550132'],
  ['4155550132 x12', 'US', '+14155550132'],
  ['040 1234567', 'DE', '+49401234567'],
  ['0412 345 678', 'AU', '+61412345678'],
  ['+44 20 7946 0000', 'US', '+442079460000'],
  ['+44 20 7946 0000', 'AQ', '+442079460000'],
  ['call my office', 'US', 'call my office'],
  ['555-0132', 'US', '555-0132'],
  ['04 12', 'AQ', '04 12'],
])('%s in %s is %s', (phone, country, expected) => expect(toE164(phone, country)).toBe(expected))
