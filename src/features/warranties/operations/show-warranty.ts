import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Brands, pickBrand } from '../../brands/index.ts'
import { canonicalHin } from '../hin/hin.ts'
import { findWarranties, listOwnerships, type WarrantyRow } from '../queries/queries.ts'
import { toRecord } from '../records/record.ts'
import { toOwnerRecord } from './export-warranties.ts'

/** A warranty as a command names it: by HIN, and by its brand's slug or id where several brands have one. */
export interface NamedWarranty {
  hin: string
  brand?: string | undefined
}

/** All that is known of a warranty: the full record, every owner, and the CRM's id of its owner. Throws as `pickWarranty`. */
export async function showWarranty(reader: Reader, brands: Brands, named: NamedWarranty) {
  const row = await pickWarranty(reader, brands, named)
  const own = brands.byId.get(row.brand_id)!
  return {
    brand: own.slug,
    ...toRecord(row, own.name),
    crm_contact_id: row.crm_contact_id,
    history: (await listOwnerships(reader, [row.id])).map(toOwnerRecord),
  }
}

/**
 * The warranty that is named. Throws WARRANTY_NOT_FOUND, NOT_FOUND for the brand, and AMBIGUOUS_HIN when several brands
 * have one and none is named.
 */
export async function pickWarranty(
  reader: Reader,
  { byId }: Brands,
  { hin, brand: reference }: NamedWarranty,
): Promise<WarrantyRow> {
  const brandIds = reference === undefined ? [...byId.keys()] : [pickBrand(byId.values(), reference).id]
  const found = brandIds.length > 0 ? await findWarranties(reader, canonicalHin(hin), brandIds) : []
  const [row] = found
  if (!row) throw new AppError('WARRANTY_NOT_FOUND', `There is no warranty with the HIN ${hin}.`)
  if (found.length > 1) {
    const slugs = found.map(({ brand_id }) => byId.get(brand_id)!.slug).sort()
    throw new AppError(
      'AMBIGUOUS_HIN',
      `The HIN ${hin} exists under ${slugs.join(' and ')}. Say which with --brand.`,
    )
  }
  return row
}
