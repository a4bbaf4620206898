import { expect, test } from 'vitest'
import { openPerTest } from '../../../test/support/db.ts'
import { checkCountries } from './check-countries.ts'

const NO_SERVICE = { GEOCODER: 'nominatim' } as const

const database = openPerTest()

async function addDealers(slug: string, countries: string[]): Promise<void> {
  await database.db.write(async (trx) => {
    const { id: brand_id } = await trx
      .insertInto('brands')
      .values({ slug, name: slug, updated_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const country_code of countries) {
      const { id: dealer_id } = await trx
        .insertInto('dealers')
        .values({ name: country_code, country_code, active: true })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx.insertInto('dealer_brands').values({ dealer_id, brand_id }).execute()
    }
  })
}

const check = (settings: Parameters<typeof checkCountries>[1] = NO_SERVICE) =>
  checkCountries(database.db.read, settings)

test('a brand with dealers where nothing can place a postal code is named with the countries', async () => {
  await addDealers('harbor-craft', ['US', 'PR', 'CA', 'DE', 'AU'])
  await addDealers('northwind', ['US'])
  const [finding, ...more] = await check()
  expect(more).toEqual([])
  expect(finding).toMatchObject({
    level: 'warning',
    message: expect.stringContaining(
      'harbor-craft has dealers in AU, DE, where no postal code can be located',
    ),
  })
})

test('an imported table or a geocoding service is enough', async () => {
  await addDealers('harbor-craft', ['DE'])
  expect(await check({ ...NO_SERVICE, GEOCODER_URL: 'https://geocoder.example' })).toMatchObject([
    { level: 'ok' },
  ])
  expect(await check({ GEOCODER: 'here', GEOCODER_KEY: 'key' })).toMatchObject([{ level: 'ok' }])
  await database.db.write((trx) =>
    trx
      .insertInto('postal_points')
      .values({ country: 'DE', code: '10115', latitude: 1, longitude: 1 })
      .execute(),
  )
  expect(await check()).toMatchObject([{ level: 'ok' }])
})
