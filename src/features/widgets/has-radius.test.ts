import { expect, test } from 'vitest'
import { US_TERRITORIES } from '../../platform/postal-country.ts'
import { hasRadius } from './has-radius.ts'

test('the US with its territories and Canada are searched within a distance, other countries are not', () => {
  expect(['US', 'CA', 'us', ...US_TERRITORIES].filter((country) => !hasRadius(country))).toEqual([])
  expect(['DE', 'AU', ''].filter(hasRadius)).toEqual([])
})
