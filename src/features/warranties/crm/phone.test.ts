import { describe, expect, it } from 'vitest'
import { phonePattern, toE164 } from './phone.ts'

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

describe('a number is found as people write it', () => {
  it.each([
    [
      '+1 214 555 0100',
      'US',
      ['2145550100', '(214) 555-0100', '+1 (214) 555-0100', '1-214-555-0100', '214.555.0100'],
    ],
    ['(214) 555-0100', 'US', ['+12145550100', '001 214 555 0100']],
    ['(214) 555-0100', 'US', ['(214) - 555 – 0100', '2145550100x12', '214-555-0100 Ext. 12']],
    ['030 1234567', 'DE', ['+49 30 1234567', '+49 (0)30 123 45 67', '030/1234567', '0049301234567']],
    ['+44 20 7946 0000', 'US', ['020 7946 0000', '(020) 7946 0000']],
  ])('%s in %s', (phone, country, spellings) => {
    const pattern = phonePattern(phone, country)!
    for (const spelling of spellings)
      expect(`Call ${spelling}, then`.replace(pattern, '-')).toBe('Call -, then')
  })

  it.each(['2145550101', '32145550100', '21455501001', 'A2145550100', '214 555', '214 and 555 0100'])(
    '%s is another',
    (other) => {
      const text = `Call ${other}`
      expect(text.replace(phonePattern('+1 214 555 0100', 'US')!, '-')).toBe(text)
    },
  )

  it.each([
    ['call my office', 'US'],
    ['555-0132', 'US'],
    ['2026', 'DE'],
  ])('%s in %s is no phone number', (text, country) => expect(phonePattern(text, country)).toBeNull())
})
