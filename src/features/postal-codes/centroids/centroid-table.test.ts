import { describe, expect, test } from 'vitest'
import fc from '../../../../test/support/fast-check.ts'
import type { Point } from '../point.ts'
import { decodeCentroids, encodeCentroids } from './centroid-table.ts'

const austin = { latitude: 30.2713, longitude: -97.7426 }
const dallas = { latitude: 32.7833, longitude: -96.8 }
const ottawa = { latitude: 45.4207, longitude: -75.7023 }

function table(zips: Record<string, Point>, fsas: Record<string, Point> = {}) {
  const decoded = decodeCentroids(
    encodeCentroids(new Map(Object.entries(zips)), new Map(Object.entries(fsas))),
  )
  if (!decoded) throw new Error('not decodable')
  return decoded
}

test('every stored code is found, and no other', () => {
  const { zip, fsa } = table(
    { '78701': austin, '00501': dallas, '99999': ottawa },
    { K1A: ottawa, Y9Z: austin },
  )
  expect([zip('78701'), zip('00501'), zip('99999')]).toEqual([austin, dallas, ottawa])
  expect([fsa('K1A'), fsa('K1A 0B1'), fsa('Y9Z 9Z9')]).toEqual([ottawa, ottawa, austin])
  expect([zip('78702'), zip('00000'), fsa('K1B'), fsa('A0A')]).toEqual([null, null, null, null])
})

test.each(['', '7870', '787011', '7870x', 'K1A', '-8701', '78.01', '7870１'])('%j is no ZIP', (code) => {
  expect(table({ '78701': austin, '00000': austin }).zip(code)).toBeNull()
})

test.each(['', 'K', 'K1', '11A', 'k1a', 'KAA', '[1A', '78701'])('%j is no FSA', (code) => {
  expect(table({}, { K1A: ottawa, A0A: ottawa }).fsa(code)).toBeNull()
})

test('a prefix is in the middle of its ZIPs', () => {
  const { zipPrefix } = table({ '78701': austin, '78799': dallas, '78800': ottawa })
  expect(zipPrefix('78750')).toEqual({ latitude: 31.5273, longitude: -97.2713 })
  expect(zipPrefix('78801')).toEqual(ottawa)
  expect(zipPrefix('78601')).toBeNull()
})

test('a far island does not drag its prefix away', () => {
  const wake = { latitude: 19.2836, longitude: 166.6419 }
  const [west, east] = [
    { latitude: 21.3, longitude: -157.9 },
    { latitude: 21.4, longitude: -157.8 },
  ]
  expect(table({ '96801': west, '96802': east, '96898': wake }).zipPrefix('96800')).toEqual({
    latitude: 21.3,
    longitude: -157.8,
  })
})

test('coordinates are kept to a millionth of a degree', () => {
  const coordinates = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  fc.assert(
    fc.property(coordinates, (point) => {
      const found = table({ '12345': point }).zip('12345')!
      expect(Math.abs(found.latitude - point.latitude)).toBeLessThanOrEqual(0.5000001e-6)
      expect(Math.abs(found.longitude - point.longitude)).toBeLessThanOrEqual(0.5000001e-6)
    }),
    { numRuns: 20 },
  )
})

describe('a damaged file is no table', () => {
  const bytes = encodeCentroids(new Map([['78701', austin]]), new Map())

  test.each([
    ['empty', new Uint8Array()],
    ['cut short', bytes.slice(0, -4)],
    ['too long', new Uint8Array([...bytes, 0, 0, 0, 0])],
    ['one bit turned', bytes.map((byte, i) => (i === 500_000 ? byte ^ 1 : byte))],
    ['all zero', new Uint8Array(bytes.length)],
    ['the other byte order', new Uint8Array(Buffer.from(bytes).swap32())],
  ])('%s', (_, damaged) => {
    expect(decodeCentroids(damaged)).toBeNull()
  })
})
