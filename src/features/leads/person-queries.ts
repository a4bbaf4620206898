import { inChunks, pagesById } from '../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import { addressesIn, mayMention, type PersonMatcher } from '../../platform/person-matcher.ts'
import type { LeadRow } from './queries.ts'

const ADDRESSES = 1_000

/** Columns whose texts may name somebody. */
export const TEXTS = ['contact_category', 'body', 'user_agent', 'dealer'] as const

/** Leads that may be the person's, or mention them, the first one first. */
export function findInLeads(reader: Reader, mention: PersonMatcher): Promise<LeadRow[]> {
  return reader
    .selectFrom('leads')
    .selectAll()
    .where(mayMention(['contact_email', ...TEXTS], mention))
    .orderBy('id')
    .execute()
}

/** Forgets from where and with what a lead came again. */
export async function forgetSenders(trx: Trx, leadId: number): Promise<void> {
  await trx
    .updateTable('lead_duplicates')
    .set({ client_address: null, user_agent: null })
    .where('lead_id', '=', leadId)
    .execute()
}

/** Yields the addresses in all leads, a page at a time. */
export async function* pagesOfLeadAddresses(reader: Reader): AsyncGenerator<string[]> {
  const columns = ['id', 'contact_email', 'body'] as const
  const leads = reader.selectFrom('leads').select(columns).orderBy('id').limit(ADDRESSES)
  for await (const rows of pagesById(ADDRESSES, (after) => leads.where('id', '>', after).execute())) {
    yield rows.flatMap(({ contact_email, body }) => [contact_email, ...addressesIn(body)])
  }
}

/** Deletes the notes on these leads, and all notes that may mention the person. */
export async function deleteNotes(
  trx: Trx,
  leadIds: readonly number[],
  mention: PersonMatcher,
): Promise<void> {
  for (const some of inChunks(leadIds)) {
    await trx.deleteFrom('lead_notes').where('lead_id', 'in', some).execute()
  }
  const notes = await trx
    .selectFrom('lead_notes')
    .select(['id', 'text'])
    .where(mayMention(['text'], mention))
    .execute()
  for (const { id, text } of notes) {
    if (mention.isIn(text)) await trx.deleteFrom('lead_notes').where('id', '=', id).execute()
  }
}
