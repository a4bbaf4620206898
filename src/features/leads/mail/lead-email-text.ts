import type { Lead } from '../lead.ts'
import { LeadBoatBuild, LeadBody, LeadContact, LeadProduct } from '../schemas.ts'

const LONGEST_SUBJECT = 200
/** Of fields that the interface does not know: how many, and how many characters of a name and of a value. */
const MOST_UNKNOWN = 50
const LONGEST_NAME = 100
const LONGEST_UNKNOWN = 5_000

/** What a lead is called, by category, in the dealer's e-mail: its subject, and the sentence that it begins with. */
const WORDS: Record<string, { subject: string; summary: string }> = {
  boat_build: {
    subject: 'Boat build',
    summary: 'has put together a boat and would like to hear from you about it.',
  },
  request_quote: { subject: 'Quote request', summary: 'asks for a quote.' },
  contact_dealer: { subject: 'Message to your dealership', summary: 'would like to get in touch with you.' },
  trade_in: { subject: 'Trade-in request', summary: 'would like to trade in a boat.' },
  test_ride: { subject: 'Test ride request', summary: 'would like to take a test ride.' },
}

/** The subject line: one line, whatever the prospect typed. */
export function subjectOf(lead: Lead, brandName: string): string {
  const what = wordsFor(lead).subject
  const parts = [`${brandName}: ${what} from ${nameOf(lead)}`, productOf(lead)].filter(Boolean)
  const line = withoutLineEnds(parts.join(' – '))
  return shorten(line, LONGEST_SUBJECT)
}

/** Without control characters and line ends, one of which would end a header; what joins the parts of an emoji stays. */
export function withoutLineEnds(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
}

/** The e-mail's text. */
export function textOf(lead: Lead, { leadId, brandName }: { leadId: number; brandName: string }): string {
  const { contact, boat_build: build = {} } = lead
  const street = [contact.contact_address1, contact.contact_address2].filter(Boolean).join(', ')
  const town = [contact.contact_city, contact.contact_state, contact.contact_zip_code]
    .filter(Boolean)
    .join(' ')
  const country = contact.contact_country || contact.contact_country_code
  const rows: [string, unknown][] = [
    ['Name', fullName(lead)],
    ['E-mail', contact.contact_email],
    ['Phone', contact.contact_phone],
    ['Address', [street, town, country].filter(Boolean).join(', ')],
    ['Interested in', productOf(lead)],
    ['Build', build.boat_build_id],
    ['Build page', build.boat_build_url],
    ['Build picture', build.boat_build_image_url],
    ['Build notes', build.boat_build_notes],
    ['May be e-mailed', contact.contact_email_optin ? 'yes' : 'no'],
    ['May be phoned', contact.contact_phone_optin ? 'yes' : 'no'],
  ]
  return [
    `${nameOf(lead)} ${wordsFor(lead).summary}`,
    '',
    ...rows.filter(([, value]) => value).map(([label, value]) => `${label}: ${value}`),
    '',
    ...commentsOf(lead),
    '',
    `Lead ${leadId} of ${withoutLineEnds(brandName)}. The attached file can be imported into systems that read ADF.`,
  ].join('\n')
}

/** The freeform fields, a line each; then those that the interface does not know: a form's `message` may be one. */
export function commentsOf(lead: Lead): string[] {
  const custom = Object.entries(lead.custom_fields ?? {}).map(([name, value]) => `${name}: ${wordsOf(value)}`)
  const unknown = [
    ...unknownOf(lead, LeadBody, ''),
    ...unknownOf(lead.contact, LeadContact, 'contact.'),
    ...unknownOf(lead.product, LeadProduct, 'product.'),
    ...unknownOf(lead.boat_build, LeadBoatBuild, 'boat_build.'),
  ]
  return [
    ...custom,
    ...unknown.slice(0, MOST_UNKNOWN).map(([name, words]) => `${name}: ${shorten(words, LONGEST_UNKNOWN)}`),
  ]
}

function unknownOf(
  fields: object | undefined,
  { properties }: { properties: object },
  prefix: string,
): [string, string][] {
  return Object.entries(fields ?? {})
    .filter(([name, value]) => !Object.hasOwn(properties, name) && value !== null && value !== '')
    .map(([name, value]) => [prefix + shorten(name, LONGEST_NAME), wordsOf(value)])
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
}

function wordsFor({ contact_category: category }: Lead) {
  const general = { subject: `Lead (${category})`, summary: 'would like to hear from you.' }
  return Object.hasOwn(WORDS, category) ? WORDS[category]! : general
}

function fullName({ contact }: Lead): string {
  return [contact.contact_first_name, contact.contact_last_name].filter(Boolean).join(' ')
}

function nameOf(lead: Lead): string {
  return fullName(lead) || lead.contact.contact_email
}

function productOf({ product = {} }: Lead): string {
  return [product.product_year, product.product_name].filter(Boolean).join(' ')
}
