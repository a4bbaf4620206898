import { SHOWN_HIN } from './fill.ts'
import { PASSWORD, PEOPLE } from './people.ts'
import { API_TOKEN, LOGIN } from './world.ts'

const JSON_BODY = "-H 'Content-Type: application/json' -d"
const BEARER = '-H "Authorization: Bearer $ACCESS"'
const TOKEN = '-H "X-API-Token: $TOKEN"'
const field = (name: string) => `sed 's/.*"${name}":"\\([^"]*\\)".*/\\1/'`

const OWNER = '{"first_name":"Alma","last_name":"Carrow","email":"alma.carrow@example.com","zipcode":"75067"}'
const LEAD =
  '{"brand":"harbor-craft","contact_category":"request_quote","send_to_dealer":true,"contact":{"contact_email":"jo@example.com","contact_zip_code":"75067","contact_country_code":"US"}}'

const REGISTRATION = `{"brand":"harbor-craft","hin":"HCX88001E626","model":"Bay 23","model_year":"2026","purchase_date":"2026-06-01","dealer_code":"D-003","contact":${OWNER},"consent":true}`

/** Returns commands to try, in an order that works, each with what it shows. */
function commands(url: string, crm: string): [what: string, command: string][] {
  const warranty = `$URL/api/v1/warranty`
  const one = `${warranty}/${SHOWN_HIN}`
  const locator = (query: string) =>
    `curl -sw '\\n' "$URL/dealer-locator?brand=harbor-craft&${query}" ${TOKEN}`
  return [
    ['Set up the shell', `URL=${url} TOKEN=${API_TOKEN} CRM=${crm}`],
    [
      'Log in',
      `LOGIN=$(curl -sw '\\n' $URL/api/v1/auth/login ${JSON_BODY} '${JSON.stringify(LOGIN)}'); echo "$LOGIN"`,
    ],
    [
      'Keep the tokens',
      `ACCESS=$(echo "$LOGIN" | ${field('access_token')}) REFRESH=$(echo "$LOGIN" | ${field('refresh_token')})`,
    ],
    ['List warranties', `curl -sw '\\n' "${warranty}?brand_id=1&warranty_status=active&limit=3" ${BEARER}`],
    [
      'Register a warranty',
      `curl -sw '\\n' ${warranty} ${BEARER} ${JSON_BODY} '{"brand_id":1,"hin":"HCX77001E626","model":"Bay 23","model_year":"2026","registration_date":"2026-06-01","warranty_duration_months":24,"contact":${OWNER}}'`,
    ],
    ['Get one', `curl -sw '\\n' ${one} ${BEARER}`],
    [
      'Change it',
      `curl -sw '\\n' -X PATCH ${one} ${BEARER} ${JSON_BODY} '{"warranty_notes":"Seen at the boat show"}'`,
    ],
    [
      'Give the boat a new owner',
      `curl -sw '\\n' ${one}/transfer ${BEARER} ${JSON_BODY} '{"transfer_notes":"Trade-in","contact":${OWNER}}'`,
    ],
    ['List all its owners', `curl -sw '\\n' ${one}/history ${BEARER}`],
    ['Send it to the CRM again', `curl -sw '\\n' -X POST ${one}/retry-sync ${BEARER}`],
    [
      'Find dealers: the territory’s first, then by distance',
      locator('country=US&postal_code=75067&limit=3'),
    ],
    ['… with the reason for each dealer', locator('country=US&postal_code=75067&limit=3&explain=true')],
    [
      '… in Canada, Germany, Australia',
      ['CA&postal_code=M5J2N8', 'DE&postal_code=20459', 'AU&postal_code=2000']
        .map((query) => locator(`country=${query}`))
        .join('; '),
    ],
    ['… where there is none: the global contact', locator('country=NZ&postal_code=1010')],
    [
      'Submit a lead; the response is the CRM’s own',
      `curl -sw '\\n' $URL/lead-submission ${TOKEN} ${JSON_BODY} '${LEAD}'`,
    ],
    [
      '… to a brand whose CRM sometimes fails: the lead is stored and sent again',
      `curl -sw '\\n' $URL/lead-submission ${TOKEN} ${JSON_BODY} '${LEAD.replace('harbor-craft', 'northwind-yachts')}'`,
    ],
    [
      '… to a brand without a CRM',
      `curl -sw '\\n' $URL/lead-submission ${TOKEN} ${JSON_BODY} '${LEAD.replace('harbor-craft', 'blue-heron')}'`,
    ],
    [
      'Register a boat as its owner does on a website',
      `SENT=$(curl -sw '\\n' $URL/warranty-registration ${TOKEN} ${JSON_BODY} '${REGISTRATION}'); echo "$SENT"`,
    ],
    [
      'List registrations that wait for staff',
      `curl -sw '\\n' "$URL/admin/v1/registrations?state=received&limit=3" ${BEARER}`,
    ],
    [
      'Accept the one above: it becomes a warranty',
      `ID=$(echo "$SENT" | sed 's/.*"registration_id":\\([0-9]*\\).*/\\1/'); curl -sw '\\n' -X POST $URL/admin/v1/registrations/$ID/accept ${BEARER}`,
    ],
    ['Show what the pretend CRM received', `curl -sw '\\n' $CRM`],
    [
      'Exchange the refresh token for new tokens',
      `curl -sw '\\n' $URL/api/v1/auth/refresh ${JSON_BODY} '{"refresh_token":"'$REFRESH'"}'`,
    ],
    ['Log out', `curl -sw '\\n' -X POST $URL/api/v1/auth/logout ${BEARER}`],
    ['Check liveness and readiness', `curl -sw '\\n' $URL/livez; curl -sw '\\n' $URL/readyz`],
    ['Get metrics for Prometheus', `curl -sw '\\n' $URL/metrics`],
    ['Get the OpenAPI description; people read it at /docs', `curl -sw '\\n' $URL/openapi.json`],
  ]
}

/** Formats the guide as text to paste from. */
export function guide({ url, crm, website }: { url: string; crm: string; website: string }): string {
  return [
    `Transom runs at ${url} with three brands, two hundred dealers, warranties, owners’ registrations and leads, all made up.`,
    '',
    `Open ${url}/console and sign in with the password "${PASSWORD}":`,
    ...PEOPLE.map(({ email, role, may }) => `  ${email.padEnd(22)}${role.padEnd(15)}may ${may}`),
    '',
    `The website of Harbor Craft, with the widgets: ${website}`,
    '',
    `Programs use the login ${LOGIN.email} with the same password, and the API token ${API_TOKEN}.`,
    'Paste these into another shell, from the top:',
    '',
    ...commands(url, crm).flatMap(([what, command]) => [`# ${what}`, command, '']),
    'Ctrl-C ends it and removes everything.',
  ].join('\n')
}
