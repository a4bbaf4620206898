import type { Lead, LeadContactDetails } from '../lead.ts'
import { commentsOf } from './lead-email-text.ts'
import { type Element, writeXml } from './xml.ts'

interface AdfInput {
  leadId: number
  lead: Lead
  /** ISO 8601. */
  receivedAt: string
  brand: { slug: string; name: string }
  dealer: Record<string, unknown>
}

const INTERESTS = new Map([
  ['trade_in', 'trade-in'],
  ['test_ride', 'test-drive'],
])

/**
 * The lead as an Auto-lead Data Format 1.0 document, which dealers' management systems read. The elements are
 * those of its document type, in that order; what it demands and the lead lacks is there and empty.
 */
export function toAdf({ leadId, lead, receivedAt, brand, dealer }: AdfInput): string {
  const prospect = element('prospect', [
    element('id', String(leadId), { sequence: '1', source: brand.slug }),
    element('requestdate', receivedAt),
    element(
      'vehicle',
      [
        optional('id', lead.boat_build?.boat_build_id, { sequence: '1', source: 'boat_build' }),
        element('year', lead.product?.product_year ?? ''),
        element('make', brand.name),
        element('model', lead.product?.product_name ?? ''),
        optional('imagetag', lead.boat_build?.boat_build_image_url),
        optional('comments', lead.boat_build?.boat_build_notes),
      ],
      { interest: INTERESTS.get(lead.contact_category) ?? 'buy', status: 'new' },
    ),
    element('customer', [customerContact(lead.contact), optional('comments', commentsOf(lead).join('\n'))]),
    vendor(dealer),
    element('provider', [element('name', brand.name, { part: 'full', type: 'business' })]),
  ])
  const root = element('adf', [element('prospect', prospect.content, { status: 'new' })])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?adf version="1.0"?>\n${writeXml(root)}\n`
}

function customerContact(contact: LeadContactDetails): Element {
  const { contact_first_name: first, contact_last_name: last } = contact
  return element('contact', [
    optional('name', first, { part: 'first' }),
    optional('name', last, { part: 'last' }),
    first || last ? null : element('name', contact.contact_email, { part: 'full' }),
    element('email', contact.contact_email),
    optional('phone', contact.contact_phone, { type: 'voice' }),
    address({
      street: contact.contact_address1,
      apartment: contact.contact_address2,
      city: contact.contact_city,
      regioncode: contact.contact_state,
      postalcode: contact.contact_zip_code,
      country: contact.contact_country_code || contact.contact_country,
    }),
  ])
}

function vendor(dealer: Record<string, unknown>): Element {
  const field = (name: string) => (typeof dealer[name] === 'string' ? dealer[name] : '')
  return element('vendor', [
    optional('id', field('dealer_code'), { sequence: '1', source: 'dealer_code' }),
    element('vendorname', field('name')),
    optional('url', field('website')),
    element('contact', [
      element('name', field('primary_contact') || field('name'), { part: 'full' }),
      optional('email', field('email')),
      optional('phone', field('phone'), { type: 'voice' }),
      address({
        street: field('address'),
        apartment: field('address2'),
        city: field('city'),
        regioncode: field('state'),
        postalcode: field('postal_code'),
        country: field('country'),
      }),
    ]),
  ])
}

function address({ street, ...rest }: Record<string, string | undefined>): Element | null {
  const others = Object.entries(rest).map(([name, value]) => optional(name, value))
  if (!street && others.every((other) => other === null)) return null
  return element('address', [element('street', street ?? '', { line: '1' }), ...others])
}

function element(
  name: string,
  content: Element['content'],
  attributes: Record<string, string> = {},
): Element {
  return { name, content, attributes }
}

function optional(
  name: string,
  text: string | undefined,
  attributes?: Record<string, string>,
): Element | null {
  return text ? element(name, text, attributes) : null
}
