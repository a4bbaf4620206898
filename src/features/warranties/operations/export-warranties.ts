import type { Selectable } from 'kysely'
import { csvLine } from '../../../platform/csv-cell.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import type { Brand } from '../../brands/index.ts'
import { EXPORT_HEADER, toCells } from '../import-export/csv-columns.ts'
import { listOwnerships } from '../queries/queries.ts'
import { listInOrder } from '../queries/search-queries.ts'
import { toRecord } from '../records/record.ts'

const PAGE = 1_000

/** A warranty as it is exported: the full record, the brand's slug before it. */
export type ExportedWarranty = ReturnType<typeof toExported>

export interface ExportOptions {
  format: 'csv' | 'ndjson'
  /** Every owner with each warranty, the first one first; in NDJSON only. */
  withHistory: boolean
}

/**
 * All warranties of these brands as the lines of a file, a thousand at a time: each brand's in the order in which
 * they were made. What is held of them at one time does not grow with how many there are. To be run in a snapshot.
 */
export async function* exportWarranties(
  reader: Reader,
  brands: Iterable<Brand>,
  { format, withHistory }: ExportOptions,
): AsyncGenerator<{ text: string; rows: number }> {
  const toLine = (one: ExportedWarranty) =>
    format === 'csv' ? csvLine(toCells(one)) : `${JSON.stringify(one)}\n`
  if (format === 'csv') yield { text: csvLine(EXPORT_HEADER), rows: 0 }
  for (const brand of brands) {
    for await (const page of listPages(reader, brand, withHistory)) {
      yield { text: page.map(toLine).join(''), rows: page.length }
    }
  }
}

/** An owner of a boat, past or present; the present one has no transfer_date. */
export function toOwnerRecord(owner: Selectable<Schema['ownerships']>) {
  return {
    first_name: owner.first_name,
    last_name: owner.last_name,
    email: owner.email,
    phone: owner.phone,
    address: owner.address,
    zipcode: owner.zipcode,
    city: owner.city,
    state: owner.state,
    country_code: owner.country_code,
    registration_date: owner.registration_date,
    purchase_date: owner.purchase_date,
    transfer_date: owner.transfer_date,
    transfer_notes: owner.transfer_notes,
  }
}

type ListedWarranty = Awaited<ReturnType<typeof listInOrder>>[number]

async function* listPages(
  reader: Reader,
  brand: Brand,
  withHistory: boolean,
): AsyncGenerator<ExportedWarranty[]> {
  let last: ListedWarranty | undefined
  for (;;) {
    const rows = await listInOrder(reader, brand.id, last, PAGE)
    last = rows.at(-1)
    if (!last) return
    const ids = rows.map(({ id }) => id)
    const owners = withHistory
      ? Map.groupBy(await listOwnerships(reader, ids), (owner) => owner.warranty_id)
      : undefined
    yield rows.map((row) => toExported(brand, row, owners?.get(row.id)))
  }
}

function toExported(
  brand: Brand,
  row: ListedWarranty,
  owners: Selectable<Schema['ownerships']>[] | undefined,
) {
  return {
    brand: brand.slug,
    ...toRecord(row, brand.name),
    ...(owners ? { history: owners.map(toOwnerRecord) } : {}),
  }
}
