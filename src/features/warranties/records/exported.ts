import type { Selectable } from 'kysely'
import type { Schema } from '../../../platform/db/schema.ts'
import type { Brand } from '../../brands/index.ts'
import type { WarrantyRow } from '../queries/queries.ts'
import { toOwnerRecord, toRecord } from './record.ts'

/** A warranty as commands show and export it: the full record with the brand's slug. */
export type ExportedWarranty = ReturnType<typeof toExported>

/**
 * Returns the full record with the brand's slug, and with its owners when they are given.
 * @param today the date in UTC
 */
export function toExported(
  row: WarrantyRow,
  brand: Pick<Brand, 'slug' | 'name'>,
  today: string,
  owners?: Selectable<Schema['ownerships']>[],
) {
  return {
    brand: brand.slug,
    ...toRecord(row, brand.name, today),
    ...(owners ? { history: owners.map(toOwnerRecord) } : {}),
  }
}
