import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { audited } from '../../../test/support/audited.ts'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { serve } from '../../platform/outgoing/target.test-support.ts'
import { readPostalFile } from './imports/read-postal-file.ts'
import { importPostalCodes } from './operations/import-postal-codes.ts'
import { createPostalCodes, type PostalCodes } from './postal-codes.ts'

const frisco = { latitude: 33.0198, longitude: -96.9925 }
const ottawa = { latitude: 45.4207, longitude: -75.7023 }
const stub = { latitude: 1.5, longitude: 2.5 }

let database: OpenTestDatabase
let opened: PostalCodes[]
beforeEach(async () => {
  database = await openTestDatabase()
  opened = []
})
afterEach(async () => {
  for (const postalCodes of opened) await postalCodes.close()
  await database.drop()
})

async function open(GEOCODER_URL?: string, db: Db = database.db): Promise<PostalCodes> {
  const { DATA_DIR } = database.env
  const config = { DATA_DIR, GEOCODER: 'nominatim' as const, GEOCODER_URL }
  const postalCodes = await createPostalCodes({ db, config, clock: systemClock, onError() {} })
  opened.push(postalCodes)
  return postalCodes
}

/** A service that knows every code, or none. */
async function service(knows: boolean) {
  const asked: string[] = []
  const url = await serve((request, response) => {
    asked.push(new URL(request.url!, 'http://stub').searchParams.get('postalcode')!)
    response.end(knows ? '[{"lat":"1.5","lon":"2.5"}]' : '[]')
  })
  return { url, asked }
}

async function importPoint(country: string, code: string, latitude: number, longitude: number) {
  async function* lines() {
    yield `${country}\t${code}\tPlace\t\tX\t\t\t\t\t${latitude}\t${longitude}\t4`
  }
  await importPostalCodes(audited(database.db), { file: await readPostalFile(lines(), country) })
}

describe('without a service', () => {
  test('US and Canadian codes are known by the packaged table', async () => {
    const postalCodes = await open()
    expect(await postalCodes.locate('US', '75067')).toEqual(frisco)
    expect(await postalCodes.locate('CA', 'K1A 0B1')).toEqual(ottawa)
  })

  test('an unknown ZIP is where its prefix is', async () => {
    const point = await (await open()).locate('US', '75000')
    expect(point?.latitude).toBeCloseTo(33, 0)
    expect(point?.longitude).toBeCloseTo(-96.7, 0)
  })

  test.each([
    ['US', '00000'],
    ['CA', 'V0N 1A0'],
    ['CA', 'K0C 1A0'],
    ['DE', '10117'],
  ])('%s %s is nowhere', async (country, code) => {
    expect(await (await open()).locate(country, code)).toBeNull()
  })
})

describe('with a service', () => {
  test('it is asked only for what is not packaged, and its word goes before the prefix', async () => {
    const { url, asked } = await service(true)
    const postalCodes = await open(url)
    expect(await postalCodes.locate('US', '75067')).toEqual(frisco)
    expect(asked).toEqual([])
    expect(await postalCodes.locate('US', '75000')).toEqual(stub)
    expect(await postalCodes.locate('CA', 'V0N 1A0')).toEqual(stub)
    expect(await postalCodes.locate('DE', '10117')).toEqual(stub)
    expect(asked).toEqual(['75000', 'V0N 1A0', '10117'])
  })

  test('the prefix is used if it does not know the ZIP', async () => {
    const { url } = await service(false)
    expect((await (await open(url)).locate('US', '75000'))?.latitude).toBeCloseTo(33, 0)
  })

  test('the prefix is used if it is down; elsewhere the caller gets an error', async () => {
    const postalCodes = await open('http://127.0.0.1:9')
    expect((await postalCodes.locate('US', '75000'))?.latitude).toBeCloseTo(33, 0)
    for (const [country, code] of [
      ['US', '00000'],
      ['CA', 'V0N 1A0'],
      ['DE', '10117'],
    ] as const) {
      await expect(postalCodes.locate(country, code)).rejects.toMatchObject({ code: 'GEOCODER_UNAVAILABLE' })
    }
  })
})

test.each(['09001', '34001', '96201'])('the military ZIP %s has no location, whatever the source', async (zip) => {
  await importPoint('US', '75067', 40, -100)
  const { url, asked } = await service(true)
  const postalCodes = await open(url)
  expect(await postalCodes.locate('US', zip)).toBeNull()
  expect(asked).toEqual([])
})

describe('an imported table', () => {
  test('goes before the packaged one and the service', async () => {
    await importPoint('US', '75067', 40, -100)
    await importPoint('CA', 'K1A', 50, -80)
    await importPoint('DE', '10117', 52, 13)
    const { url, asked } = await service(true)
    const postalCodes = await open(url)
    expect(await postalCodes.locate('US', '75067')).toEqual({ latitude: 40, longitude: -100 })
    expect(await postalCodes.locate('CA', 'K1A 0B1')).toEqual({ latitude: 50, longitude: -80 })
    expect(await postalCodes.locate('DE', '10117')).toEqual({ latitude: 52, longitude: 13 })
    expect(asked).toEqual([])
  })

  test('leaves what it lacks to the others', async () => {
    await importPoint('US', '99950', 40, -100)
    await importPoint('DE', '10117', 52, 13)
    const { url } = await service(true)
    const postalCodes = await open(url)
    expect(await postalCodes.locate('US', '75067')).toEqual(frisco)
    expect(await postalCodes.locate('DE', '80331')).toEqual(stub)
  })
})

test('a place comes with who says so', async () => {
  await importPoint('DE', '10117', 52, 13)
  const postalCodes = await open((await service(true)).url)
  const without = await open()
  const sourceOf = async (codes: PostalCodes, country: string, code: string) =>
    (await codes.find(country, code))?.source ?? null
  expect(await sourceOf(postalCodes, 'DE', '10117')).toBe('imported')
  expect(await sourceOf(postalCodes, 'US', '75067')).toBe('packaged')
  expect(await sourceOf(postalCodes, 'US', '75200')).toBe('service')
  expect(await sourceOf(without, 'US', '75000')).toBe('prefix')
  expect(await sourceOf(without, 'US', '09001')).toBeNull()
  expect(await sourceOf(without, 'CA', 'V0N 1A0')).toBeNull()
})

test('codes that need no service are found without waiting for the others', async () => {
  await importPoint('US', '75067', 40, -100)
  await importPoint('GB', 'SW1A', 51.5, -0.14)
  const { url, asked } = await service(true)
  const postalCodes = await open(url)
  const find = async (country: string, ...codes: string[]) =>
    Object.fromEntries(await postalCodes.locateAll(country, codes))
  expect(await find('US', '75067', '00501', '75000', '09001')).toEqual({
    75067: { latitude: 40, longitude: -100 },
    '00501': expect.any(Object),
  })
  expect(await find('CA', 'K1A 0B1', 'V0N 1A0')).toEqual({ 'K1A 0B1': ottawa })
  const london = { latitude: 51.5, longitude: -0.14 }
  const many = Array.from({ length: 40_000 }, (_, i) => `X${i}`)
  expect(await find('GB', 'SW1A 1AA', ...many, 'SW1A 2AA')).toEqual({
    'SW1A 1AA': london,
    'SW1A 2AA': london,
  })
  expect(await find('DE', '10117')).toEqual({})
  expect(asked).toEqual([])
})

test('an import is used by a server that has placed the code before', async () => {
  const postalCodes = await open()
  expect(await postalCodes.locate('US', '75067')).toEqual(frisco)
  await importPoint('US', '75067', 40, -100)
  const moved = { latitude: 40, longitude: -100 }
  await expect.poll(() => postalCodes.locate('US', '75067'), { timeout: 2_000 }).toEqual(moved)
  expect(await postalCodes.locate('CA', 'K1A 0B1')).toEqual(ottawa)
})

test('a database that is out of reach does not stop US and Canadian look-ups', async () => {
  const { db } = database
  let isDown = false
  const postalCodes = await open(undefined, {
    ...db,
    revision: (topic) => (isDown ? Promise.reject(new Error('down')) : db.revision(topic)),
    snapshot: (work) => (isDown ? Promise.reject(new Error('down')) : db.snapshot(work)),
  })
  expect(await postalCodes.locate('US', '75067')).toEqual(frisco)
  isDown = true
  expect(await postalCodes.locate('CA', 'K1A 0B1')).toEqual(ottawa)
})

describe('US territories', () => {
  test('are the United States', async () => {
    const postalCodes = await open()
    for (const country of ['US', 'PR', 'VI', 'GU', 'AS', 'MP']) {
      expect((await postalCodes.find(country, '00901'))?.source).toBe('packaged')
      expect((await postalCodes.locateAll(country, ['00901'])).size).toBe(1)
    }
    expect(await postalCodes.locate('PR', '34001')).toBeNull()
  })

  test('keep the imported files that GeoNames has for each', async () => {
    const postalCodes = await open()
    await importPoint('PR', '00901', 18.4, -66.1)
    await importPoint('US', '75067', 40, -100)
    for (const country of ['US', 'PR', 'GU']) {
      expect(await postalCodes.find(country, '00901')).toEqual({
        point: { latitude: 18.4, longitude: -66.1 },
        source: 'imported',
      })
      expect((await postalCodes.find(country, '75067'))?.source).toBe('imported')
    }
  })
})
