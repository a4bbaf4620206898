import { expect, test } from 'vitest'
import { parseGeoNamesLine } from './geonames.ts'

const line = 'DE\t10117\tBerlin\tLand Berlin\tBE\t\t\tBerlin, Stadt\t11000\t52.517\t13.3872\t4'

test('a line says country, code, state and point', () => {
  const row = { country: 'DE', code: '10117', state: 'BE', latitude: 52.517, longitude: 13.3872 }
  expect(parseGeoNamesLine(line)).toEqual(row)
})

test('the accuracy may be empty or left off', () => {
  expect(parseGeoNamesLine(line.replace(/4$/, ''))).toHaveProperty('latitude', 52.517)
  expect(parseGeoNamesLine(line.replace(/\t4$/, ''))).toHaveProperty('latitude', 52.517)
})

test.each([
  ['no columns', 'hello'],
  ['commas', line.replaceAll('\t', ',')],
  ['a column too many', `${line}\tmore`],
  ['an empty line', ''],
  ['an empty latitude', line.replace('52.517', '')],
  ['a latitude that is no number', line.replace('52.517', 'north')],
  ['a latitude in hexadecimal', line.replace('52.517', '0x34')],
  ['a latitude beyond the pole', line.replace('52.517', '90.1')],
  ['a longitude beyond the date line', line.replace('13.3872', '180.5')],
  ['the point 0,0', line.replace('52.517', '0').replace('13.3872', '0')],
])('%s is an error', (_, faulty) => {
  expect(parseGeoNamesLine(faulty)).toHaveProperty('error')
})
