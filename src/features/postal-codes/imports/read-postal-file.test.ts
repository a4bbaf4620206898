import { expect, test } from 'vitest'
import { readPostalFile } from './read-postal-file.ts'

function line(
  country: string,
  code: string,
  latitude: number | string,
  longitude: number | string,
  state = 'X',
) {
  return [country, code, 'Place', 'State', state, '', '', '', '', latitude, longitude, '4'].join('\t')
}

async function* lines(...texts: string[]) {
  yield* texts
}

test('codes are keyed as they are looked up', async () => {
  const { points } = await readPostalFile(
    lines(line('SE', '111 29', 59.3, 18.1), line('SE', '11130', 59.4, 18)),
    'SE',
  )
  expect([...points.keys()]).toEqual(['11129', '11130'])
  expect(points.get('11129')).toMatchObject({ latitude: 59.3, longitude: 18.1 })
})

test('a code with several places has their mean', async () => {
  const file = lines(line('DE', '04109', 51, 12), line('DE', '04109', 52, 13), line('DE', '04109', 53, 14))
  const { points, lines: count } = await readPostalFile(file, 'DE')
  expect(count).toBe(3)
  expect(points.get('04109')!.latitude).toBeCloseTo(52, 9)
  expect(points.get('04109')!.longitude).toBeCloseTo(13, 9)
})

test('places on both sides of the date line have their mean there', async () => {
  const { points } = await readPostalFile(
    lines(line('FJ', '1', -16, 179.8), line('FJ', '1', -17, -179.4)),
    'FJ',
  )
  expect(points.get('1')!.latitude).toBeCloseTo(-16.5, 9)
  expect(points.get('1')!.longitude).toBeCloseTo(-179.8, 9)
})

test('lines of other countries are skipped', async () => {
  const file = lines(line('DE', '10117', 52, 13), line('AT', '1010', 48, 16), line('DE', '80331', 48, 11))
  expect(await readPostalFile(file, 'DE')).toMatchObject({ lines: 3, skipped: 1, faulty: 0, issues: [] })
})

test('the US military post is skipped', async () => {
  const file = lines(
    line('US', '96860', 21.316, -157.8677, 'HI'),
    line('US', '96860', 21.3448, -157.9774, ''),
    line('US', '09001', 38, 15, 'AE'),
  )
  const { points, skipped } = await readPostalFile(file, 'US')
  expect(skipped).toBe(2)
  expect([...points]).toEqual([
    ['96860', expect.objectContaining({ latitude: 21.316, longitude: -157.8677 })],
  ])
})

test('Canada may have FSAs, complete codes, or both', async () => {
  const file = lines(line('CA', 'K1A', 45.4, -75.7), line('CA', 'K1A 0B1', 45.5, -75.6))
  expect([...(await readPostalFile(file, 'CA')).points.keys()]).toEqual(['K1A', 'K1A0B1'])
})

test('invalid lines are reported by number and left out', async () => {
  const file = lines(
    line('US', '75067', 33, -97),
    '',
    line('US', '7506', 33, -97),
    'US,75068,comma',
    line('US', '75069', 'north', -97),
    line('US', '75070', 91, -97),
  )
  const { points, ...report } = await readPostalFile(file, 'US')
  expect([...points.keys()]).toEqual(['75067'])
  expect(report).toMatchObject({ lines: 5, skipped: 0, faulty: 4 })
  expect(report.issues).toEqual([
    { line: 3, message: expect.stringContaining('5 digits') },
    { line: 4, message: expect.stringContaining('columns') },
    { line: 5, message: expect.stringContaining('north') },
    { line: 6, message: expect.stringContaining('91') },
  ])
})

test('only the first invalid lines are listed, all are counted', async () => {
  const invalid = Array.from({ length: 500 }, () => 'no')
  const { faulty, issues } = await readPostalFile(lines(...invalid, line('DE', '10117', 52, 13)), 'DE')
  expect([faulty, issues.length, issues.at(-1)?.line]).toEqual([500, 20, 20])
})

test('a byte order mark is no part of the first line', async () => {
  const { points } = await readPostalFile(lines(`\ufeff${line('DE', '10117', 52, 13)}`), 'DE')
  expect(points.size).toBe(1)
})
