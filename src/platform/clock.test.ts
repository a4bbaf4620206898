import { expect, test } from 'vitest'
import fc from '../../test/support/fast-check.ts'
import { toIsoMicros } from './clock.ts'

test.each([
  [0, '1970-01-01T00:00:00.000000Z'],
  [1, '1970-01-01T00:00:00.000001Z'],
  [1_709_251_199_999_999, '2024-02-29T23:59:59.999999Z'],
  [1_709_251_200_000_000, '2024-03-01T00:00:00.000000Z'],
  [4_102_444_800_000_010, '2100-01-01T00:00:00.000010Z'],
])('%i µs is %s', (micros, expected) => {
  expect(toIsoMicros(micros)).toBe(expected)
})

test('every instant is formatted like by Date, with its microseconds', () => {
  const instant = fc.integer({ min: -2_208_988_800_000_000, max: 8_000_000_000_000_000 })
  fc.assert(
    fc.property(instant, (micros) => {
      const milliseconds = Math.floor(micros / 1000)
      const digits = String(micros - milliseconds * 1000).padStart(3, '0')
      expect(toIsoMicros(micros)).toBe(new Date(milliseconds).toISOString().replace('Z', `${digits}Z`))
    }),
  )
})
