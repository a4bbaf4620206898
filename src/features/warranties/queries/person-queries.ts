import { pagesById } from '../../../platform/db/chunks.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { addressesIn, mayMention, type PersonMatcher } from '../../../platform/person-matcher.ts'

const ADDRESSES = 5_000

/** The texts in which somebody may be named. */
export const WARRANTY_TEXTS = [
  'model',
  'model_code',
  'model_year',
  'warranty_notes',
  'order_number',
  'external_order_number',
  'warranty_external_id',
  'sync_error',
  'crm_differences',
] as const
export const OWNER_TEXTS = [
  'first_name',
  'last_name',
  'phone',
  'address',
  'zipcode',
  'city',
  'state',
  'transfer_notes',
] as const

/** The person's current and past ownerships, by registration; `ended_at` is when the next owner was recorded. */
export function listOwnedBy(reader: Reader, emailKey: string) {
  return reader
    .selectFrom('ownerships')
    .innerJoin('warranties', 'warranties.id', 'ownerships.warranty_id')
    .selectAll('ownerships')
    .select([
      'warranties.brand_id',
      'warranties.hin',
      'warranties.model',
      'warranties.model_year',
      'warranties.warranty_start_date',
      'warranties.warranty_end_date',
      'warranties.warranty_status',
      'warranties.warranty_notes',
      'warranties.sync_status',
      'warranties.crm_contact_id',
    ])
    .select((eb) =>
      eb
        .selectFrom('ownerships as next')
        .whereRef('next.warranty_id', '=', 'ownerships.warranty_id')
        .whereRef('next.id', '>', 'ownerships.id')
        .select(({ fn }) => fn.min('next.created_at').as('created_at'))
        .as('ended_at'),
    )
    .where('email_key', '=', emailKey)
    .orderBy('ownerships.id')
    .execute()
}

/** Warranties whose own texts may mention the person. */
export function findInWarranties(reader: Reader, mention: PersonMatcher) {
  return reader
    .selectFrom('warranties')
    .selectAll()
    .where(mayMention(WARRANTY_TEXTS, mention))
    .orderBy('id')
    .execute()
}

/** Owners, of whatever address, whose texts may mention the person. */
export function findInOwnerships(reader: Reader, mention: PersonMatcher) {
  return reader
    .selectFrom('ownerships')
    .innerJoin('warranties', 'warranties.id', 'ownerships.warranty_id')
    .selectAll('ownerships')
    .select(['warranties.brand_id', 'warranties.hin'])
    .where(
      mayMention(
        OWNER_TEXTS.map((column) => `ownerships.${column}`),
        mention,
      ),
    )
    .orderBy('ownerships.id')
    .execute()
}

export function getWarrantyTexts(reader: Reader, id: number) {
  return reader.selectFrom('warranties').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Yields the addresses of all owners and those in notes, a page at a time. */
export async function* pagesOfOwnerAddresses(reader: Reader): AsyncGenerator<string[]> {
  const owners = reader
    .selectFrom('ownerships')
    .innerJoin('warranties', 'warranties.id', 'ownerships.warranty_id')
    .select(['ownerships.id', 'email_key', 'transfer_notes', 'warranty_notes'])
    .orderBy('ownerships.id')
    .limit(ADDRESSES)
  for await (const rows of pagesById(ADDRESSES, (after) =>
    owners.where('ownerships.id', '>', after).execute(),
  )) {
    yield rows.flatMap(({ email_key, transfer_notes, warranty_notes }) => [
      ...(email_key ? [email_key] : []),
      ...addressesIn(transfer_notes),
      ...addressesIn(warranty_notes),
    ])
  }
}
