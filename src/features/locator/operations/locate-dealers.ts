import { type Cached, peek } from '../../../platform/db/cached.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Piece, Scratch } from '../../../platform/http/scratch.ts'
import { type ApiToken, requireScope } from '../../access/index.ts'
import { type Brands, findBrand } from '../../brands/index.ts'
import { type Place, type PostalCodes, SOURCES } from '../../postal-codes/index.ts'
import type { Directories } from '../directories.ts'
import type { AnsweredDealer } from '../engine/locator.ts'
import { type LocateQuery, readPlace } from '../locate-query.ts'

/** What the locator works with. */
export interface LocatorContext {
  brands: Cached<Brands>
  directories: Directories
  postalCodes: PostalCodes
}

interface Located<Body> {
  body: Body
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
): Promise<Located<Buffer>> {
  const brand = await findBrand(ctx.brands, query.brand)
  requireScope(token, 'dealer-locator', brand)
  return answer(ctx, brand.id, query)
}

/** What `locateDealers` gives where memory alone can tell it, in scratch memory; undefined or a fault elsewhere. */
export function locateAtOnce(
  ctx: LocatorContext,
  token: ApiToken,
  query: LocateQuery,
  scratch: Scratch,
): Located<Piece> | undefined {
  const brand = peek(ctx.brands.getFresh())?.bySlug.get(query.brand)
  if (!brand) return undefined
  requireScope(token, 'dealer-locator', brand)
  const locator = peek(ctx.directories.of(brand.id))
  if (!locator || !ctx.postalCodes.isInMemory(query.country)) return undefined
  const packaged = ctx.postalCodes.packagedVersion
  const recalled = locator.recallInto(scratch, query)
  if (recalled) return { body: recalled, etag: locator.etag({ postalCode: query.postalCode, packaged }) }
  const origin = ctx.postalCodes.locateKnown(query.country, query.postalCode)
  if (origin === undefined) return undefined
  const located = { ...query, origin, packaged: origin ? packaged : undefined }
  const body = locator.answerInto(scratch, located)
  return body ? { body, etag: locator.etag(located) } : undefined
}

/** The same for an administrator, who needs no token. */
export async function locateForAdministrator(ctx: LocatorContext, query: LocateQuery): Promise<string> {
  const brand = await findBrand(ctx.brands, query.brand)
  return (await answer(ctx, brand.id, query)).body.toString()
}

async function answer(ctx: LocatorContext, brandId: number, query: LocateQuery): Promise<Located<Buffer>> {
  const { locator, located, failure } = await prepare(ctx, brandId, query)
  const body = locator.answer(located, { explain: query.explain })
  if (body) return { body, etag: locator.etag(located, query.explain) }
  throw failure ?? notFound(query.country, query.postalCode)
}

/**
 * The dealer that the locator would name first, as it shows it; null where it names none. Throws
 * GEOCODER_UNAVAILABLE where only the geocoding service could tell the place.
 */
export async function assignDealer(
  ctx: LocatorContext,
  brandId: number,
  place: { postalCode: string; country: string },
): Promise<AnsweredDealer | null> {
  const query = readPlace(place)
  if (!query) return null
  const { locator, located, failure } = await prepare(ctx, brandId, query)
  const dealer = locator.first(located)
  if (!dealer && failure) throw failure
  return dealer
}

/** A brand's locator and what it needs to know for this query. */
async function prepare<Q extends Pick<LocateQuery, 'country' | 'postalCode'>>(
  ctx: LocatorContext,
  brandId: number,
  query: Q,
) {
  const directory = ctx.directories.of(brandId)
  const locator = directory instanceof Promise ? await directory : directory
  const { country, postalCode } = query
  const known = ctx.postalCodes.locateKnown(country, postalCode)
  const { found, failure }: Asked =
    known === undefined
      ? await ask(ctx, country, postalCode)
      : { found: known && { point: known, source: 'packaged' } }
  const origin = found?.point ?? null
  const locatedBy = found && SOURCES[found.source]
  const packaged = found?.source === 'packaged' ? ctx.postalCodes.packagedVersion : undefined
  return { locator, located: { ...query, origin, packaged, locatedBy }, failure }
}

interface Asked {
  found: Place | null
  /** Why nothing is found, when that is not because nobody knows the code. */
  failure?: AppError
}

/** A failing service need not keep a territory's dealer or the fallback from being found. */
async function ask(ctx: LocatorContext, country: string, postalCode: string): Promise<Asked> {
  try {
    return { found: await ctx.postalCodes.find(country, postalCode) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'GEOCODER_UNAVAILABLE')
      return { found: null, failure: error }
    throw error
  }
}

function notFound(country: string, postalCode: string): AppError {
  return new AppError('POSTAL_CODE_NOT_FOUND', `The postal code ${postalCode} (${country}) is not known.`)
}
