import { quote } from '../../../platform/cli/quote.ts'

/** The values in the printed commands. */
export interface FirstSteps {
  /** The command that runs Transom. */
  self: string
  /** The server's address. */
  url: string
  brand: { id: number; slug: string }
  email: string
  /** Known only if it was generated now. */
  password: string | undefined
  /** Known only if it was generated now. */
  token: string | undefined
}

const JSON_BODY = "-H 'Content-Type: application/json' -d"
const BEARER = '-H "Authorization: Bearer $ACCESS"'
const TOKEN = '-H "X-API-Token: $API_TOKEN"'

/** Returns commands for a POSIX shell, in an order that works, each with what it does. */
export function firstSteps({
  self,
  url,
  brand,
  email,
  password,
  token,
}: FirstSteps): { what: string; command: string }[] {
  const login = `{"email":${JSON.stringify(email)},"password":"'"$PASSWORD"'"}`
  const warranty = JSON.stringify({
    ...{ brand_id: brand.id, hin: 'ABC12345D626', model: 'Bay 23', model_year: '2026' },
    ...{ registration_date: '2026-05-01', warranty_duration_months: 60 },
    contact: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', zipcode: '75067' },
  })
  const lead = JSON.stringify({
    ...{ brand: brand.slug, contact_category: 'request_quote', send_to_dealer: true },
    contact: { contact_email: 'jo@example.com', contact_zip_code: '75067', contact_country_code: 'US' },
  })
  const secrets = [
    `PASSWORD=${quote(password ?? 'the password')}`,
    `API_TOKEN=${quote(token ?? 'the token')}`,
  ]
  return [
    { what: 'Set up the shell', command: [`URL=${quote(url.replace(/\/+$/, ''))}`, ...secrets].join(' ') },
    {
      what: 'Log in; the access token is valid for an hour',
      command: `ACCESS=$(curl -s $URL/api/v1/auth/login ${JSON_BODY} ${quoteAround(login)} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    },
    {
      what: 'Register a warranty',
      command: `curl -sw '\\n' $URL/api/v1/warranty ${BEARER} ${JSON_BODY} ${quote(warranty)}`,
    },
    {
      what: 'Add a dealer (dealers import takes a complete list)',
      command: `${self} dealers create --name 'First Dealer' --country US --postal-code 75067 --brands ${brand.slug}`,
    },
    {
      what: 'Find the dealers near a postal code',
      command: `curl -sw '\\n' "$URL/dealer-locator?brand=${brand.slug}&country=US&postal_code=75067" ${TOKEN}`,
    },
    {
      what: 'Submit a lead',
      command: `curl -sw '\\n' $URL/lead-submission ${TOKEN} ${JSON_BODY} ${quote(lead)}`,
    },
  ]
}

/** Returns the text as one word of a shell, with `'"$NAME"'` as a variable. */
function quoteAround(text: string): string {
  const variable = /'"(\$[A-Z]+)"'/
  const [before = '', name = '', after = ''] = text.split(variable)
  return `${quote(before)}"${name}"${quote(after)}`
}
