import { toIsoMicros } from '../../platform/clock.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import { type PersonMatcher, withoutMention } from '../../platform/person-matcher.ts'
import { emailKey } from '../../platform/validate.ts'
import { recordErasures } from '../audit/index.ts'
import type { Lead } from './lead.ts'
import { deleteNotes, findInLeads, forgetSenders, TEXTS } from './person-queries.ts'
import { changeLead, type LeadRow, listDuplicates, listNotes } from './queries.ts'
import { forgetRepeat } from './repeated-lead.ts'
import { leadTerms } from './terms.ts'

/** A person's data in leads: their own leads, and mentions in others'. */
export interface PersonInLeads {
  own: LeadRow[]
  mentions: LeadRow[]
}

export async function findPersonInLeads(reader: Reader, mention: PersonMatcher): Promise<PersonInLeads> {
  const found = await findInLeads(reader, mention)
  const own = found.filter((row) => emailKey(row.contact_email) === mention.key)
  const isMention = (row: LeadRow) =>
    !own.includes(row) && TEXTS.some((text) => mention.isIn(row[text] ?? ''))
  return { own, mentions: found.filter(isMention) }
}

/** Everything that is stored of these leads, as the person it is about may see it. */
export async function describeLeads(reader: Reader, leads: readonly LeadRow[]) {
  if (leads.length === 0) return []
  const repeats = await listDuplicates(
    reader,
    leads.map(({ id }) => id),
  )
  const notes = await listNotes(
    reader,
    leads.map(({ id }) => id),
  )
  return leads.map((row) => ({
    lead_id: row.id,
    brand_id: row.brand_id,
    received_at: toIsoMicros(row.received_at),
    lead: JSON.parse(row.body) as Lead,
    dealer: row.dealer === null ? null : (JSON.parse(row.dealer) as object),
    client_address: row.client_address,
    user_agent: row.user_agent,
    notes: notes
      .filter((note) => note.lead_id === row.id)
      .map(({ at, text }) => ({ at: toIsoMicros(at), text })),
    received_again: repeats
      .filter((repeat) => repeat.lead_id === row.id)
      .map(({ received_at, client_address, user_agent }) => ({
        received_at: toIsoMicros(received_at),
        client_address,
        user_agent,
      })),
  }))
}

/**
 * Takes a person out of the leads in which they were found. Of their own remain the brand, the category, the product
 * and the country; of others' everything but the address.
 */
export async function erasePersonFromLeads(
  ctx: Pick<OperationContext, 'clock' | 'principal'>,
  trx: Trx,
  mention: PersonMatcher,
  { own, mentions }: PersonInLeads,
): Promise<void> {
  for (const row of own) {
    const lead = JSON.parse(row.body) as Lead
    await forgetRepeat(trx, row.brand_id, lead)
    const body = JSON.stringify(remainder(lead))
    const bare = { contact_email: '', body, client_address: null, user_agent: null }
    await changeLead(trx, row.id, { ...bare, ...withoutMention({ ...row, ...bare }, TEXTS, mention) })
    await forgetSenders(trx, row.id)
    await leadTerms.remove(trx, [row.id])
  }
  for (const row of mentions) await changeLead(trx, row.id, withoutMention(row, TEXTS, mention))
  await deleteNotes(
    trx,
    own.map(({ id }) => id),
    mention,
  )
  await recordErasures(
    trx,
    ctx,
    'lead.person_erased',
    [...own, ...mentions].map((row) => ({ id: row.id, name: null, brandId: row.brand_id })),
  )
}

/** Returns the fields of a lead that say nothing about its sender. */
function remainder({ brand, contact_category, send_to_dealer, contact, product }: Lead): Lead {
  const { product_name, product_year } = product ?? {}
  const { contact_country_code } = contact
  return {
    brand,
    contact_category,
    send_to_dealer,
    contact: { contact_email: '', ...(contact_country_code ? { contact_country_code } : {}) },
    ...(product ? { product: { product_name, product_year } } : {}),
  }
}
