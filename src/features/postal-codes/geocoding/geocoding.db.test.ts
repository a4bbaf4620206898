import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../../test/support/db.ts'
import type { AppError } from '../../../platform/errors.ts'
import type { Point } from '../point.ts'
import { type Geocoder, QueryRefusedError } from './geocoder.ts'
import { createGeocoding, type Geocoding } from './geocoding.ts'

const DAY = 86_400_000_000
const berlin = { latitude: 52.517, longitude: 13.3872 }

let database: OpenTestDatabase
let now: number
let asked: string[]
let errors: unknown[]
/** What waits are measured by. */
let nowMs = 0
let answer: () => Promise<Point | null>
let geocoding: Geocoding

function create(name = 'nominatim', db = database.db): Geocoding {
  const geocoder: Geocoder = {
    name,
    async locate(country, code) {
      asked.push(`${country} ${code}`)
      return answer()
    },
    async close() {},
  }
  return createGeocoding({
    db,
    geocoder,
    clock: { now: () => now },
    nowMs: () => nowMs,
    onError: (error) => errors.push(error),
  })
}

beforeEach(async () => {
  database = await openTestDatabase()
  now = Date.UTC(2026, 0, 1) * 1000
  asked = []
  errors = []
  answer = async () => berlin
  geocoding = create()
})
afterEach(() => database.drop())

describe('an answer is remembered', () => {
  test('over a restart', async () => {
    expect(await geocoding.locate('DE', '10117')).toEqual(berlin)
    expect(await create().locate('DE', '10117')).toEqual(berlin)
    expect(asked).toEqual(['DE 10117'])
  })

  test('by country: one number is many codes', async () => {
    await geocoding.locate('DE', '10117')
    await geocoding.locate('EE', '10117')
    expect(asked).toEqual(['DE 10117', 'EE 10117'])
  })

  test.each([
    ['nominatim', 180],
    ['google', 30],
    ['here', 30],
  ])('of %s for %i days', async (provider, days) => {
    geocoding = create(provider)
    await geocoding.locate('DE', '10117')
    now += days * DAY
    await geocoding.locate('DE', '10117')
    expect(asked).toHaveLength(1)
    now += 1
    answer = async () => ({ latitude: 50, longitude: 10 })
    expect(await geocoding.locate('DE', '10117')).toEqual({ latitude: 50, longitude: 10 })
    expect(asked).toHaveLength(2)
  })

  test('that there is no such code, for a week', async () => {
    answer = async () => null
    expect(await geocoding.locate('DE', '99999')).toBeNull()
    now += 7 * DAY
    expect(await geocoding.locate('DE', '99999')).toBeNull()
    expect(asked).toHaveLength(1)
    now += 1
    answer = async () => berlin
    expect(await geocoding.locate('DE', '99999')).toEqual(berlin)
  })

  test('a place whichever service is set up now, "no such code" for the same one only', async () => {
    await geocoding.locate('DE', '10117')
    answer = async () => null
    await geocoding.locate('DE', '99999')
    answer = async () => ({ latitude: 50, longitude: 10 })
    const another = create('google')
    expect(await another.locate('DE', '10117')).toEqual(berlin)
    expect(await another.locate('DE', '99999')).toEqual({ latitude: 50, longitude: 10 })
    expect(await geocoding.locate('DE', '99999')).toEqual({ latitude: 50, longitude: 10 })
    expect(asked).toEqual(['DE 10117', 'DE 99999', 'DE 99999'])
  })

  test('even where the service is gone or no longer set up', async () => {
    await geocoding.locate('DE', '10117')
    answer = async () => {
      throw new Error('down')
    }
    expect(await geocoding.locate('DE', '10117')).toEqual(berlin)
    const without = createGeocoding({
      db: database.db,
      geocoder: null,
      clock: { now: () => now },
      onError() {},
    })
    expect(await without.locate('DE', '10117')).toEqual(berlin)
    expect(await without.locate('DE', '80331')).toBeNull()
  })

  test('until it is forgotten for its age', async () => {
    await create('google').locate('DE', '1')
    await create('nominatim').locate('DE', '2')
    answer = async () => null
    await create('nominatim').locate('DE', '3')
    const left = async () => {
      await geocoding.forgetOldAnswers()
      const rows = await database.db.read
        .selectFrom('geocode_answers')
        .select('code')
        .orderBy('code')
        .execute()
      return rows.map((row) => row.code).join('')
    }
    expect(await left()).toBe('123')
    now += 7 * DAY + 1
    expect(await left()).toBe('12')
    now += 23 * DAY
    expect(await left()).toBe('2')
    now += 150 * DAY
    expect(await left()).toBe('')
  })
})

test('calls for one code at the same time share one question', async () => {
  const points = await Promise.all(Array.from({ length: 50 }, () => geocoding.locate('DE', '10117')))
  expect(points).toEqual(Array.from({ length: 50 }, () => berlin))
  expect(asked).toHaveLength(1)
})

test.each(['1;country=US', '1|country:US', '1:2', '<b>', '..', '-', '12#3', '日本?'])(
  'a text that cannot be a postal code is not sent to the service: %j',
  async (code) => {
    expect(await geocoding.locate('DE', code)).toBeNull()
    expect(asked).toEqual([])
  },
)

test.each(['SW1A 1AA', '100-0001', '01.310-100', '〒100', '1'])('%j is asked about', async (code) => {
  await geocoding.locate('XX', code)
  expect(asked).toHaveLength(code === '〒100' ? 0 : 1)
})

describe('a service that fails', () => {
  beforeEach(() => {
    answer = async () => {
      throw new Error('down')
    }
  })

  const unavailable = async (code: string): Promise<AppError> => {
    const error = await geocoding.locate('DE', code).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'GEOCODER_UNAVAILABLE', retryAfter: expect.any(Number) })
    return error as AppError
  }

  test('is reported to the operator and the caller, and tried again', async () => {
    expect((await unavailable('10117')).message).not.toMatch(/down/)
    expect(errors).toEqual([new Error('down')])
    answer = async () => berlin
    expect(await geocoding.locate('DE', '10117')).toEqual(berlin)
  })

  test('five times is left alone for fifteen seconds', async () => {
    for (let i = 0; i < 5; i++) await unavailable(String(i))
    answer = async () => berlin
    nowMs += 5_000
    // Set back by an operator.
    now -= 3_600_000_000
    expect(await unavailable('10117')).toMatchObject({ retryAfter: 10 })
    expect([asked.length, errors.length]).toEqual([5, 5])
    nowMs += 10_000
    expect(await geocoding.locate('DE', '10117')).toEqual(berlin)
  })

  test('that only refuses queries is not down, and is reported once a minute', async () => {
    answer = async () => {
      throw new QueryRefusedError('no')
    }
    for (let i = 0; i < 10; i++) expect(await geocoding.locate('DE', String(i))).toBeNull()
    expect(errors).toEqual([new QueryRefusedError('no')])
    nowMs += 60_000
    for (let i = 0; i < 2; i++) expect(await geocoding.locate('DE', String(i))).toBeNull()
    expect(errors).toHaveLength(2)
    answer = async () => berlin
    expect(await geocoding.locate('DE', '1')).toEqual(berlin)
  })
})

test('an answer that cannot be stored is given all the same', async () => {
  const full = { ...database.db, write: () => Promise.reject(new Error('disk full')) }
  expect(await create('nominatim', full).locate('DE', '10117')).toEqual(berlin)
  expect(errors).toEqual([new Error('disk full')])
})
