import { expect, test } from 'vitest'
import { startNominatim } from '../../../../test/support/nominatim.ts'
import { checkGeocoder } from './check-geocoder.ts'

test('asks for one code that every service should know', async () => {
  await using nominatim = await startNominatim()
  const levels = async (url: string | undefined = nominatim.url) =>
    (await checkGeocoder({ GEOCODER: 'nominatim', GEOCODER_URL: url })).map(({ level }) => level)
  expect(await levels()).toEqual(['warning'])
  nominatim.places.set('de 10115', { lat: '52.53', lon: '13.38' })
  expect(await levels()).toEqual(['ok'])
  nominatim.places.set('de 10115', { lat: '13.38', lon: '52.53' })
  expect(await levels()).toEqual(['warning'])
  nominatim.down = true
  expect(await levels()).toEqual(['fault'])
  expect(await levels('http://127.0.0.1:1')).toEqual(['fault'])
  expect(await checkGeocoder({ GEOCODER: 'nominatim' })).toMatchObject([{ level: 'ok' }])
})
