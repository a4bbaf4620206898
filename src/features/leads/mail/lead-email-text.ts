import type { Lead } from '../lead.ts'
import { LeadBoatBuild, LeadBody, LeadContact, LeadProduct } from '../schemas.ts'

const LONGEST_SUBJECT = 200
/** How many unknown fields are shown, and how many characters of their names and values. */
const MOST_UNKNOWN = 50
const LONGEST_NAME = 100
const LONGEST_UNKNOWN = 5_000

/** The subject of the dealer's e-mail and the rest of its first sentence, by category. */
const TEXTS: Record<string, { subject: string; summary: string }> = {
  boat_build: {
    subject: 'Boat build',
    summary: 'has configured a boat and would like to hear from you.',
  },
  request_quote: { subject: 'Quote request', summary: 'would like a quote.' },
  contact_dealer: { subject: 'Message to your dealership', summary: 'would like to get in touch with you.' },
  trade_in: { subject: 'Trade-in request', summary: 'would like to trade in a boat.' },
  test_ride: { subject: 'Test ride request', summary: 'would like to take a test ride.' },
}

/** Returns the subject: one line, whatever the prospect typed. */
export function subjectOf(lead: Lead, brandName: string): string {
  const what = textsFor(lead).subject
  const parts = [`${brandName}: ${what} from ${nameOf(lead)}`, productOf(lead)].filter(Boolean)
  const line = toOneLine(parts.join(' – '))
  return shorten(line, LONGEST_SUBJECT)
}

/** Returns the text without control characters and line breaks. The joiners inside emoji stay. */
export function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
}

/** Returns the e-mail's text. Each line begins with one of our labels: what the prospect typed can't fake one. */
export function textOf(lead: Lead, { leadId, brandName }: { leadId: number; brandName: string }): string {
  const { contact, boat_build: build = {} } = lead
  const street = [contact.contact_address1, contact.contact_address2].filter(Boolean).join(', ')
  const town = [contact.contact_city, contact.contact_state, contact.contact_zip_code]
    .filter(Boolean)
    .join(' ')
  const country = contact.contact_country || contact.contact_country_code
  const rows: [string, string | undefined][] = [
    ['Name', fullName(lead)],
    ['E-mail', contact.contact_email],
    ['Phone', contact.contact_phone],
    ['Address', [street, town, country].filter(Boolean).join(', ')],
    ['Interested in', productOf(lead)],
    ['Build', build.boat_build_id],
    ['Build page', build.boat_build_url],
    ['Build picture', build.boat_build_image_url],
  ]
  return [
    `${toOneLine(nameOf(lead))} ${textsFor(lead).summary}`,
    '',
    ...rows.filter(([, value]) => value).map(([label, value]) => `${label}: ${toOneLine(value!)}`),
    ...(build.boat_build_notes ? [`Build notes: ${indentLines(build.boat_build_notes)}`] : []),
    `May be e-mailed: ${contact.contact_email_optin ? 'yes' : 'no'}`,
    `May be called: ${contact.contact_phone_optin ? 'yes' : 'no'}`,
    '',
    ...commentsOf(lead),
    '',
    `Lead ${leadId} of ${toOneLine(brandName)}. The attached file can be imported into systems that read ADF.`,
  ].join('\n')
}

/** Returns the freeform fields, then the unknown ones, such as a form's `message`. */
export function commentsOf(lead: Lead): string[] {
  const custom = Object.entries(lead.custom_fields ?? {})
  const unknown = [
    ...unknownOf(lead, LeadBody, ''),
    ...unknownOf(lead.contact, LeadContact, 'contact.'),
    ...unknownOf(lead.product, LeadProduct, 'product.'),
    ...unknownOf(lead.boat_build, LeadBoatBuild, 'boat_build.'),
  ]
  return [
    ...custom.map(([name, value]): [string, string] => [name, toText(value)]),
    ...unknown
      .slice(0, MOST_UNKNOWN)
      .map(([name, value]): [string, string] => [name, shorten(value, LONGEST_UNKNOWN)]),
  ].map(([name, value]) => `${toOneLine(name)}: ${indentLines(value)}`)
}

function unknownOf(
  fields: object | undefined,
  { properties }: { properties: object },
  prefix: string,
): [string, string][] {
  return Object.entries(fields ?? {})
    .filter(([name, value]) => !Object.hasOwn(properties, name) && value !== null && value !== '')
    .map(([name, value]) => [prefix + shorten(name, LONGEST_NAME), toText(value)])
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Indents all lines but the first. */
function indentLines(text: string): string {
  return text.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, '\n  ')
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
}

function textsFor({ contact_category: category }: Lead) {
  const general = { subject: `Lead (${category})`, summary: 'would like to hear from you.' }
  return Object.hasOwn(TEXTS, category) ? TEXTS[category]! : general
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
