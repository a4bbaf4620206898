import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Brands, pickBrand } from '../../brands/index.ts'
import { canonicalHin } from '../hin.ts'
import { findWarranties, listOwnerships } from '../queries.ts'
import { toRecord } from '../record.ts'
import { toOwnerRecord } from './export-warranties.ts'

/**
 * All that is known of a warranty: the full record, every owner, and the CRM's id of its owner. Throws
 * WARRANTY_NOT_FOUND, NOT_FOUND for the brand, and AMBIGUOUS_HIN when several brands have one and none is named.
 */
export async function showWarranty(reader: Reader, { byId }: Brands, hin: string, reference?: string) {
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
  const own = byId.get(row.brand_id)!
  return {
    brand: own.slug,
    ...toRecord(row, own.name),
    crm_contact_id: row.crm_contact_id,
    history: (await listOwnerships(reader, [row.id])).map(toOwnerRecord),
  }
}
