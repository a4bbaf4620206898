import type { Held } from '../../platform/db/held.ts'
import { AppError } from '../../platform/errors.ts'
import { type ApiToken, requireScope } from '../access/index.ts'
import type { Brands } from '../brands/index.ts'
import type { Point, PostalCodes } from '../postal-codes/index.ts'
import type { Directories } from './directories.ts'
import type { LocateQuery } from './locate-query.ts'

/** What the locator works with. */
export interface LocatorContext {
  brands: Held<Brands>
  directories: Directories
  postalCodes: PostalCodes
}

interface Located {
  body: Buffer
  etag: string
}

/**
 * The dealers for a postal code, as the bytes of the answer. Throws BRAND_NOT_FOUND, BRAND_NOT_PERMITTED,
 * POSTAL_CODE_NOT_FOUND, and GEOCODER_UNAVAILABLE where only the geocoding service could tell the place.
 */
export async function locateDealers(
  ctx: LocatorContext,
  token: ApiToken,
  query: LocateQuery,
): Promise<Located> {
  const brand = (await ctx.brands.current()).bySlug.get(query.brand)
  if (!brand) throw new AppError('BRAND_NOT_FOUND', `There is no brand "${query.brand}".`)
  requireScope(token, 'dealer-locator', brand)
  const directory = ctx.directories.of(brand.id)
  const locator = directory instanceof Promise ? await directory : directory
  const { country, postalCode } = query
  const known = ctx.postalCodes.locateKnown(country, postalCode)
  const place = known === undefined ? await ask(ctx, country, postalCode) : { point: known }
  const located = { ...query, origin: place.point, locatedBy: place.by }
  const body = locator.answer(located, query.explain)
  if (body) return { body, etag: locator.etag(located, query.explain) }
  throw place.failure ?? notFound(country, postalCode)
}

interface Place {
  point: Point | null
  by?: string
  /** Why the point is missing, when that is not because nobody knows the code. */
  failure?: AppError
}

/** A failing service need not keep a territory's dealer or the fallback from being found. */
async function ask(ctx: LocatorContext, country: string, postalCode: string): Promise<Place> {
  try {
    return { point: await ctx.postalCodes.locate(country, postalCode) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'GEOCODER_UNAVAILABLE')
      return { point: null, failure: error }
    throw error
  }
}

function notFound(country: string, postalCode: string): AppError {
  return new AppError('POSTAL_CODE_NOT_FOUND', `The postal code ${postalCode} (${country}) is not known.`)
}
