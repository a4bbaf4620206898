import { offsetOf, type Page, type PageFlags } from '../../../platform/cli/paging.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { findSlugs } from '../../brands/index.ts'
import type { DealerInput, StoredDealer } from '../records/dealer-record.ts'
import { matchDealers } from '../records/save-dealers.ts'
import { findDealer } from './find.ts'
import * as queries from './queries.ts'

/** What is given of a dealer, with names as in the set-up file. */
export type DealerFields = Record<string, unknown> & { brands?: string[] }

/** Changes to what a dealer carries, beside or in place of `brands`. */
export interface BrandChanges {
  addBrands?: string[]
  removeBrands?: string[]
}

/** A page of the dealers that are meant. */
export async function listDealers(
  reader: Reader,
  filter: queries.DealerFilter,
  page: PageFlags,
): Promise<Page<ReturnType<typeof describe>>> {
  const found = await queries.listDealers(reader, filter, { limit: page.limit, offset: offsetOf(page) })
  return { rows: await describeAll(reader, found), total: await queries.countDealers(reader, filter) }
}

/** A dealer as commands show it. Throws NOT_FOUND. */
export async function showDealer(reader: Reader, reference: string) {
  const { id } = await findDealer(reader, reference)
  const [dealer] = await describeAll(reader, await queries.findById(reader, id))
  return dealer!
}

/** Plans a new dealer. Throws VALIDATION_ERROR where it is there already. */
export async function planNewDealer(reader: Reader, fields: DealerFields) {
  const { matches } = await matchDealers(reader, [fields as DealerInput])
  if (matches[0]) {
    const { id, dealer_code, name } = matches[0]
    throw new AppError(
      'VALIDATION_ERROR',
      `There is such a dealer already: ${id} ${dealer_code} ${name}. Change it with: transom dealers update id:${id}`,
    )
  }
  return { dealers: [{ ...fields, brands: await findSlugs(reader, fields.brands) }] }
}

/** Plans that a dealer has these fields, and carries these brands. */
export async function planDealer(
  reader: Reader,
  reference: string,
  fields: DealerFields,
  { addBrands, removeBrands }: BrandChanges = {},
) {
  const { id } = await findDealer(reader, reference)
  const given = await findSlugs(reader, fields.brands)
  const more = (await findSlugs(reader, addBrands)) ?? []
  const fewer = new Set(await findSlugs(reader, removeBrands))
  const held = given ?? (await queries.listSlugs(reader, [id])).get(id) ?? []
  const brands = [...new Set([...held, ...more])].filter((slug) => !fewer.has(slug))
  return { dealers: [{ id, ...fields, brands: given || addBrands || removeBrands ? brands : undefined }] }
}

async function describeAll(reader: Reader, dealers: readonly StoredDealer[]) {
  const slugs = await queries.listSlugs(
    reader,
    dealers.map((dealer) => dealer.id),
  )
  return dealers.map((dealer) => describe(dealer, slugs.get(dealer.id) ?? []))
}

function describe({ country_code: _, active, approximate, ...dealer }: StoredDealer, brands: string[]) {
  return {
    ...dealer,
    /** The point is that of the postal code; without a point, none is known. */
    approximate: Boolean(approximate),
    active: Boolean(active),
    brands,
  }
}
