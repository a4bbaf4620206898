import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import { toIsoMicros } from '../../../platform/clock.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import { pickFields } from '../../../platform/pick-fields.ts'
import type { Brand } from '../../brands/index.ts'
import { decodeHin, hinWarnings } from '../hin/decode-hin.ts'
import type { ListedRow } from '../queries/list-queries.ts'
import { CONTACT_COLUMNS, type WarrantyRow } from '../queries/queries.ts'
import { type CreatedWarranty, WarrantyRecord } from '../response-schemas.ts'
import { currentStatus } from './status.ts'

export type WarrantyRecordJson = Static<typeof WarrantyRecord>

/** A warranty's fields about the boat and its coverage. */
export const COVER_FIELDS = [
  'model',
  'model_code',
  'model_year',
  'is_used',
  'registration_date',
  'purchase_date',
  'warranty_start_date',
  'warranty_duration_months',
  'warranty_end_date',
  'coverage_type',
  'warranty_status',
] as const

/** In the order of the record. Fields that are no columns are set afterwards. */
const FIELDS = Object.keys(WarrantyRecord.properties) as (keyof WarrantyRecordJson & keyof WarrantyRow)[]
const SUMMARY = ['hin', 'brand_id', 'model', 'model_year', 'registration_date'] as const
const SHORT_CONTACT = ['first_name', 'last_name', 'email', 'phone', 'zipcode'] as const
const DATES = ['registration_date', 'purchase_date', 'transfer_date', 'transfer_notes'] as const

/**
 * Returns the full record, as get, update, transfer and the CRM's events show it.
 * @param today the date in UTC: a warranty past its end date is never shown as active
 */
export function toRecord(row: WarrantyRow, brandName: string, today: string): WarrantyRecordJson {
  const details = decodeHin(row.hin)
  return {
    ...pickFields(row, FIELDS),
    brand_name: brandName,
    is_used: Boolean(row.is_used),
    warranty_status: currentStatus(row, today),
    contact: pickFields(row, ['contact_id', ...CONTACT_COLUMNS]),
    crm_sync: toCrmSync(row),
    hin_details: { ...details, warnings: hinWarnings(details, row) },
    created_at: toIsoMicros(row.created_at),
    updated_at: toIsoMicros(row.updated_at),
  }
}

/** Returns the full record as the administration shows it: with its id and the brand's slug. */
export function toAdminRecord(row: WarrantyRow, brand: Pick<Brand, 'slug' | 'name'>, today: string) {
  return { id: row.id, brand: brand.slug, ...toRecord(row, brand.name, today) }
}

export type AdminWarranty = ReturnType<typeof toAdminRecord>

/** Returns the record that retry-sync shows. */
export function toRetried(row: WarrantyRow, brandName: string, today: string) {
  return {
    ...pickFields(row, ['hin', 'brand_id', 'model', 'model_year']),
    brand_name: brandName,
    warranty_status: currentStatus(row, today),
    crm_sync: toCrmSync(row),
  }
}

/** Returns one element of a list. */
export function toListed(row: ListedRow, today: string) {
  return { ...toCreated(row, row, today), warranty_notes: row.warranty_notes }
}

/** Returns the record that create shows. */
export function toCreated(
  row: Pick<ListedRow, (typeof SUMMARY)[number] | 'warranty_status' | 'warranty_end_date'>,
  owner: Pick<ListedRow, (typeof SHORT_CONTACT)[number]>,
  today: string,
): Static<typeof CreatedWarranty> {
  return {
    ...pickFields(row, SUMMARY),
    warranty_status: currentStatus(row, today),
    contact: pickFields(owner, SHORT_CONTACT),
  }
}

function toCrmSync(row: WarrantyRow): WarrantyRecordJson['crm_sync'] {
  return {
    status: row.sync_status,
    error: row.sync_error,
    last_attempt: row.sync_last_attempt === null ? null : toIsoMicros(row.sync_last_attempt),
    attempts: row.sync_attempts,
    ...(row.crm_differences ? { differences: JSON.parse(row.crm_differences) } : {}),
  }
}

/** Returns an owner of a boat, past or present. The present one has no transfer_date. */
export function toOwnerRecord(owner: Selectable<Schema['ownerships']>) {
  return pickFields(owner, [...CONTACT_COLUMNS, ...DATES])
}

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
