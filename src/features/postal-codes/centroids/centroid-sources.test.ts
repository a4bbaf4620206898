import { describe, expect, test } from 'vitest'
import { isMilitaryZip } from '../codes/normalize-postal-code.ts'
import { readFsaCentroids, readZipCentroids } from './centroid-sources.ts'

const zips = readZipCentroids()
const fsas = readFsaCentroids()

describe('US', () => {
  test('both packages are in it', () => {
    expect(zips.size).toBe(41_927)
  })

  test('ZIPs younger than the frozen package are known', () => {
    for (const zip of ['75072', '84048', '11437', '34249', '97129']) expect(zips.has(zip), zip).toBe(true)
  })

  test('ZIPs that only the frozen package knows are known', () => {
    expect(zips.get('10046')).toEqual({ latitude: 40.71, longitude: -74.01 })
    expect(zips.get('01133')).toEqual({ latitude: 42.1, longitude: -72.59 })
  })

  test('where the packages contradict each other, GeoNames is right', () => {
    expect(zips.get('91759')).toEqual({ latitude: 34.2361, longitude: -117.6601 })
    expect(zips.get('23294')).toEqual({ latitude: 37.631, longitude: -77.546 })
  })

  test('a military address does not move the civil ZIP it shares', () => {
    expect(zips.get('96860')).toEqual({ latitude: 21.316, longitude: -157.8677 })
  })

  test('a point far from its neighbors is dropped', () => {
    expect(zips.has('10200')).toBe(false)
    expect(zips.has('86555')).toBe(false)
  })

  test('the territories are known', () => {
    const territories = ['00601', '00726', '00988', '00802', '96910', '96799', '96950', '96960']
    for (const zip of territories) expect(zips.has(zip), zip).toBe(true)
  })

  test('no military ZIP has a place', () => {
    expect([...zips.keys()].filter(isMilitaryZip)).toEqual([])
  })

  test('every point lies where the United States deliver mail', () => {
    const astray = [...zips].filter(([, { latitude, longitude }]) => {
      const mainland = latitude > 24.3 && latitude < 49.5 && longitude > -125 && longitude < -66.8
      const alaska = latitude > 51 && latitude < 71.5 && longitude > -180 && longitude < -129.9
      const hawaii = latitude > 18.8 && latitude < 22.4 && longitude > -160.4 && longitude < -154.7
      const caribbean = latitude > 17.6 && latitude < 18.6 && longitude > -67.5 && longitude < -64.4
      const pacific = latitude > 5 && latitude < 20 && longitude > 134 && longitude < 172
      const samoa = latitude > -14.5 && latitude < -14 && longitude > -171 && longitude < -170
      return !(mainland || alaska || hawaii || caribbean || pacific || samoa)
    })
    expect(astray).toEqual([])
  })
})

describe('Canada', () => {
  test('FSAs with a usable point are known', () => {
    expect(fsas.size).toBe(1_610)
    expect(fsas.get('K1A')).toEqual({ latitude: 45.4207, longitude: -75.7023 })
  })

  test('those without coordinates, and the North Pole, are not', () => {
    for (const fsa of ['V0N', 'E1H', 'E2E', 'E2H', 'E3C', 'K0C', 'K0H', 'K0K', 'P0M', 'H0H']) {
      expect(fsas.has(fsa), fsa).toBe(false)
    }
  })
})
