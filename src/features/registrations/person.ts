import { toIsoMicros } from '../../platform/clock.ts'
import type { OperationContext } from '../../platform/context.ts'
import { pagesById } from '../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import { addressesIn, mayMention, type PersonMatcher, withoutMention } from '../../platform/person-matcher.ts'
import { recordErasures } from '../audit/index.ts'
import {
  changeRegistration,
  findRegistrations,
  type RegistrationRow,
  removeRegistrations,
} from './queries.ts'

/** Columns whose texts may name somebody. */
const TEXTS = ['model', 'model_year', 'dealer_code', 'contact', 'reason', 'user_agent'] as const

const ADDRESSES = 1_000

/** A person's data in registrations: their own, and mentions in others'. */
export interface PersonInRegistrations {
  own: RegistrationRow[]
  mentions: RegistrationRow[]
}

export async function findPersonInRegistrations(
  reader: Reader,
  mention: PersonMatcher,
): Promise<PersonInRegistrations> {
  const rows = await reader
    .selectFrom('registrations')
    .select('id')
    .where(mayMention(['email_key', ...TEXTS], mention))
    .orderBy('id')
    .execute()
  const found = await findRegistrations(
    reader,
    rows.map(({ id }) => id),
  )
  const own = found.filter((row) => row.email_key === mention.key)
  const isMention = (row: RegistrationRow) => TEXTS.some((text) => mention.isIn(textOf(row)[text] ?? ''))
  return { own, mentions: found.filter((row) => !own.includes(row) && isMention(row)) }
}

/** Everything that is stored of these registrations, as the person they are about may see it. */
export function describeRegistrations(rows: readonly RegistrationRow[]) {
  return rows.map(({ email_key: _, check_due: __, token_id: ___, received_at, decided_at, ...row }) => ({
    ...row,
    received_at: toIsoMicros(received_at),
    decided_at: decided_at === null ? null : toIsoMicros(decided_at),
    updated_at: toIsoMicros(row.updated_at),
  }))
}

/** Deletes a person's own registrations, and takes the person out of others'. */
export async function erasePersonFromRegistrations(
  ctx: Pick<OperationContext, 'clock' | 'principal'>,
  trx: Trx,
  mention: PersonMatcher,
  { own, mentions }: PersonInRegistrations,
): Promise<void> {
  await removeRegistrations(
    trx,
    own.map(({ id }) => id),
  )
  for (const row of mentions) {
    await changeRegistration(trx, row.id, withoutMention(textOf(row), TEXTS, mention))
  }
  await recordErasures(
    trx,
    ctx,
    'registration.person_erased',
    [...own, ...mentions].map((row) => ({ id: row.id, name: row.hin, brandId: row.brand_id })),
  )
}

/** Yields the addresses in all registrations, a page at a time. */
export async function* pagesOfRegistrationAddresses(reader: Reader): AsyncGenerator<string[]> {
  const columns = ['id', 'email_key', 'reason'] as const
  const registrations = reader.selectFrom('registrations').select(columns).orderBy('id').limit(ADDRESSES)
  for await (const rows of pagesById(ADDRESSES, (after) => registrations.where('id', '>', after).execute())) {
    yield rows.flatMap(({ email_key, reason }) => [...(email_key ? [email_key] : []), ...addressesIn(reason)])
  }
}

/** Returns the registration with its contact as it is stored. */
function textOf(row: RegistrationRow) {
  return { ...row, contact: JSON.stringify(row.contact) }
}
