import { oneLine, tabulate } from '../../platform/cli/output.ts'
import type { LeadRecord } from './lead-record.ts'
import { textOf } from './mail/lead-email-text.ts'
import type { ShownLead } from './operations/show-lead.ts'

const REASONS: Record<string, string> = {
  territory: "the prospect's postal code is in its territory",
  distance: 'it is the nearest one',
  group_sibling: 'it belongs to the group of the nearest one',
  fallback: "it is the brand's contact for countries without a dealer",
  chosen: 'the prospect chose the dealer',
  not_wanted: 'neither send_to_dealer nor the category asked for one',
  no_place: 'the lead has neither coordinates nor a postal code in a known country',
  none_found: 'the locator found none for this place',
  failed: 'the locator failed',
  too_slow: 'the locator took too long',
  manual: 'somebody chose it',
}

/** Returns leads as a table. */
export function tabulateLeads(records: readonly LeadRecord[]): string[] {
  return tabulate(
    ['id', 'received', 'brand', 'category', 'state', 'e-mail', 'dealer', 'came again'],
    records.map(({ lead_id, received_at, brand, state, lead, dealer, duplicates }) => [
      lead_id,
      received_at.slice(0, 19).replace('T', ' '),
      brand,
      lead.contact_category,
      state,
      lead.contact.contact_email,
      dealer && nameOf(dealer),
      duplicates > 0 ? duplicates : null,
    ]),
  )
}

/** Returns a lead in full, in lines. */
export function describeLead(shown: ShownLead): string[] {
  const { deliveries = [] } = shown
  const { lead_id, received_at, brand, lead, dealer, dealer_reason: reason, consent } = shown
  const because = reason === null ? 'not recorded' : (REASONS[reason] ?? reason)
  return [
    `Lead ${lead_id} of ${brand}, ${lead.contact_category}, received ${received_at}: ${shown.state}`,
    '',
    ...textOf(lead, { leadId: lead_id, brandName: brand }).split('\n').slice(0, -2),
    '',
    `Dealer: ${dealer ? `${nameOf(dealer)} (${dealer.dealer_code || shown.dealer_id})` : 'none'}, because ${because}`,
    `E-mail to the dealer: ${lead.send_to_dealer ? 'yes' : 'no'}`,
    '',
    `E-mail opt-in: ${yesOrNo(consent.email_optin)} (${sourceOf(consent.email_optin_source)})`,
    `Phone opt-in: ${yesOrNo(consent.phone_optin)} (${sourceOf(consent.phone_optin_source)})`,
    `Sent ${senderOf(consent)}`,
    '',
    ...(deliveries.length === 0 ? ['Deliveries: none'] : deliveries.flatMap(describeDelivery)),
    ...shown.notes.map(
      ({ at, actor, text }) => `Note of ${at} by ${actor.kind} ${actor.name ?? actor.id ?? ''}: ${text}`,
    ),
    ...shown.came_again.map((again) => `Came again ${again.received_at}, sent ${senderOf(again)}`),
  ].map(oneLine)
}

function describeDelivery(delivery: NonNullable<ShownLead['deliveries']>[number]): string[] {
  const { id, kind, status, attempts, next_attempt } = delivery
  const next = next_attempt ? `, next attempt at ${next_attempt}` : ''
  return [
    `Delivery ${id} (${kind}): ${status}${next}`,
    ...attempts.map(({ number, at, duration_ms, error }) => {
      return `  attempt ${number}, ${at}, ${duration_ms} ms: ${error ?? 'delivered'}`
    }),
  ]
}

function senderOf(sender: Pick<LeadRecord['consent'], 'token_id' | 'client_address' | 'user_agent'>): string {
  if (sender.token_id === null) return 'by an unrecorded sender'
  const from = sender.client_address ? ` from ${sender.client_address}` : ''
  return `with token ${sender.token_id}${from}${sender.user_agent ? ` by ${sender.user_agent}` : ''}`
}

function yesOrNo(optin: boolean | null): string {
  if (optin === null) return 'no longer stored'
  return optin ? 'yes' : 'no'
}

function sourceOf(source: 'given' | 'default' | null): string {
  if (source === null) return 'not recorded whether the caller sent it'
  return source === 'given' ? 'given by the caller' : "the interface's default"
}

function nameOf(dealer: Record<string, unknown>): string {
  return String(dealer.name ?? '')
}
