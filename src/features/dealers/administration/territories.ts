import { offsetOf, type Page, type PageFlags } from '../../../platform/cli/paging.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { findBrandId, findSlugs } from '../../brands/index.ts'
import { normalizeTerritoryCode } from '../records/save-territories.ts'
import { findDealer } from './find.ts'
import * as queries from './queries.ts'

/** Postal codes of a brand in a country. */
export interface Area {
  /** Slug or id. */
  brand: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** As `readCodes` gives them. */
  codes: readonly string[]
}

type Territory = Awaited<ReturnType<typeof queries.listTerritories>>[number]

/** The postal codes that somebody typed, each once, in the form they are stored. Throws VALIDATION_ERROR. */
export function readCodes(country: string, texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => normalize(country, text)))]
}

/** A page of the territories that are meant. */
export async function listTerritories(
  reader: Reader,
  filter: queries.TerritoryFilter,
  page: PageFlags,
): Promise<Page<Territory>> {
  const rows = await queries.listTerritories(reader, filter, { limit: page.limit, offset: offsetOf(page) })
  return { rows, total: await queries.countTerritories(reader, filter) }
}

/** The territory that counts for a postal code: its own, or else that of its beginning. Throws NOT_FOUND. */
export async function showTerritory(reader: Reader, brand: string, country: string, text: string) {
  const brandId = await findBrandId(reader, brand)
  const code = normalize(country, text)
  for (const prefix of [code, code.slice(0, 3)]) {
    const page = { limit: 50, offset: 0 }
    const found = await queries.listTerritories(reader, { brandId, country, prefix }, page)
    const territory = found.find((row) => row.postal_code === prefix)
    if (territory) return territory
  }
  throw new AppError('NOT_FOUND', `${country} ${code} belongs to no dealer of ${brand}.`)
}

/** Plans that these codes belong to a dealer. Throws VALIDATION_ERROR where one belongs to somebody already. */
export async function planNewTerritories(reader: Reader, area: Area, dealer: string) {
  const owners = await findOwners(reader, area)
  const taken = area.codes.filter((code) => owners.has(code))
  if (taken.length > 0) {
    throw new AppError(
      'VALIDATION_ERROR',
      `${taken.join(', ')} belongs to a dealer already. Give it to another with: transom territories update`,
    )
  }
  return { territories: await entriesOf(reader, area, await codeOf(reader, dealer)) }
}

/** Plans that codes which belong to somebody belong to this dealer. Throws NOT_FOUND where one does not. */
export async function planTerritories(reader: Reader, area: Area, dealer: string) {
  await requireOwners(reader, area)
  return { territories: await entriesOf(reader, area, await codeOf(reader, dealer)) }
}

/** Plans that these codes belong to nobody. Throws NOT_FOUND where one does so already. */
export async function planNoTerritories(reader: Reader, area: Area) {
  await requireOwners(reader, area)
  return { territories: await entriesOf(reader, area, null) }
}

async function findOwners(reader: Reader, { brand, country, codes }: Area): Promise<Map<string, number>> {
  return queries.findTerritories(reader, { brandId: await findBrandId(reader, brand), country }, codes)
}

async function requireOwners(reader: Reader, area: Area): Promise<void> {
  const owners = await findOwners(reader, area)
  const free = area.codes.filter((code) => !owners.has(code))
  if (free.length === 0) return
  throw new AppError(
    'NOT_FOUND',
    `${free.join(', ')} in ${area.country} belongs to no dealer of ${area.brand}. Nothing was changed.`,
  )
}

async function entriesOf(reader: Reader, { brand, country, codes }: Area, dealer_code: string | null) {
  const [slug] = (await findSlugs(reader, [brand]))!
  return codes.map((postal_code) => ({ brand: slug, country, postal_code, dealer_code }))
}

async function codeOf(reader: Reader, reference: string): Promise<string> {
  const { id, dealer_code } = await findDealer(reader, reference)
  if (dealer_code !== '') return dealer_code
  throw new AppError(
    'VALIDATION_ERROR',
    `Dealer ${id} has no code, by which territories name their dealers. Give it one with: transom dealers update id:${id} --dealer-code`,
  )
}

function normalize(country: string, text: string): string {
  const normal = normalizeTerritoryCode(country, text.trim())
  if ('code' in normal) return normal.code
  throw new AppError('VALIDATION_ERROR', `"${text}" ${normal.fault}.`)
}
