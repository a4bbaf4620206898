import { peek } from '../../../platform/db/cached.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import { holdsBrand } from '../../../platform/principal.ts'
import { findBrand } from '../../brands/index.ts'
import { type ByteText, toByteText } from '../byte-text.ts'
import type { LocatorContext } from '../context.ts'
import { type Placed, peekPlacedQuery, placeQuery } from '../place-query.ts'
import { renderExplained } from '../response/explain.ts'
import { renderBody } from '../response/render.ts'
import type { PlacedQuery } from '../selection/query.ts'
import { type LocateInput, readQuery } from '../selection/read-query.ts'
import { selectDealers } from '../selection/select.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

const SCOPE = 'dealer-locator'

interface Located {
  /** JSON, as the dealer locator's interface has it. */
  body: ByteText
  /** Names the body's content: equal in every process that has read the same rows. */
  version: string
}

/**
 * Finds the dealers for a postal code.
 * @throws Invalid (INVALID_PARAMETER), NotFound (BRAND_NOT_FOUND, POSTAL_CODE_NOT_FOUND), Forbidden; AppError
 * GEOCODER_UNAVAILABLE where only the geocoding service could place a US or CA code
 */
export async function locateDealers(ctx: LocatorContext, input: LocateInput): Promise<Located> {
  const { brand: slug, explain, ...query } = readQuery(input)
  const brand = await findBrand(ctx.brands, slug)
  requireBrand(ctx, brand)
  const snapshot = await ctx.snapshots.of(brand.id)
  return locate(snapshot, await placeQuery(ctx.postalCodes, query), explain)
}

/**
 * Returns the result of `locateDealers` if it needs nothing but what is in memory; undefined otherwise.
 * @throws what `locateDealers` throws
 */
export function peekDealers(ctx: LocatorContext, input: LocateInput): Located | undefined {
  const { brand: slug, explain, ...query } = readQuery(input)
  const brand = peek(ctx.brands.getFresh())?.bySlug.get(slug)
  const placed = peekPlacedQuery(ctx.postalCodes, query)
  if (!brand || !placed) return undefined
  requireBrand(ctx, brand)
  const snapshot = peek(ctx.snapshots.of(brand.id))
  return snapshot && locate(snapshot, placed, explain)
}

function locate(snapshot: Snapshot, { query, locatedBy, failure }: Placed, explain: boolean): Located {
  const selection = selectDealers(snapshot, query)
  if (!selection) throw failure ?? unknownCode(query)
  return {
    body: explain
      ? toByteText(renderExplained({ snapshot, query, selection, locatedBy }))
      : renderBody(selection),
    version: versionOf(snapshot, query) + (explain ? `-${encodeURIComponent(locatedBy ?? '')}` : ''),
  }
}

function requireBrand({ principal }: LocatorContext, brand: { id: number; slug: string }): void {
  if ('permissions' in principal && !principal.permissions.has(SCOPE)) {
    throw new Forbidden('ENDPOINT_NOT_PERMITTED', `This API token has no access to ${SCOPE}.`)
  }
  if (!holdsBrand(principal, brand.id)) {
    throw new Forbidden('BRAND_NOT_PERMITTED', `This API token has no access to the brand ${brand.slug}.`)
  }
}

/** It need tell apart only what one query has returned at different times: the query's parameters are not in it. */
function versionOf({ revision }: Snapshot, { origin }: PlacedQuery): string {
  return `${revision}-${origin ? `${origin.latitude},${origin.longitude}` : 'nowhere'}`
}

/** Returns the error for a US or CA postal code that nothing can place. */
export function unknownCode({ postalCode, country }: PlacedQuery): NotFound {
  return new NotFound('POSTAL_CODE_NOT_FOUND', `The postal code ${postalCode} (${country}) is not known.`)
}
