import { type Document, operationsOf } from './document.ts'

/** The purpose of each group of operations, in the order of the reference. */
const INTEGRATORS: Record<string, string> = {
  authentication:
    'Exchange an e-mail address and a password for an access token (1 hour) and a refresh token (30 days, one exchange). Send `Authorization: Bearer …` with every request of the warranty interface.',
  warranties:
    'Create, read, update and transfer warranties of your brands. A warranty is named by its hull identification number (HIN); `brand_id` selects where several of your brands have it. Creates, updates and transfers queue a message to the CRM of the brand.',
  'dealer locator':
    'Dealers near a postal code: the dealer who has the territory first, then by distance, then other dealers of the same groups. Needs an API token in `X-API-Token`.',
  leads:
    'Leads from websites and campaigns. A stored lead is never lost: it is sent to the webhook immediately and, if that fails, again later. Needs an API token in `X-API-Token`.',
  registrations:
    "Owners' own registrations of their boats, which the brand accepts or rejects. Needs an API token in `X-API-Token`.",
  'web pages':
    'What web pages with a publishable key need: what the key is for, the postal code of a place, and a proof of work for each submission.',
  webhooks: 'What Transom sends to your systems.',
  operations: 'Whether the server runs and can work, for load balancers and monitoring.',
}

const ADMINISTRATION: Record<string, string> = {
  session:
    'Sign in and out, your password, your second factor, invitations and forgotten passwords. Browsers get the cookie `transom_session`; programs use a service token (`sk_…`) or an access token as `Authorization: Bearer …`.',
  overview: 'Figures of a period, and what needs somebody now.',
  brands:
    'Brands, where their leads and warranties go, the secrets that sign messages, and tests of receivers.',
  dealers: 'Dealers, their groups, the territory map, and why the locator shows a dealer.',
  warranties:
    'Warranties by their id: search, register, correct, transfer, and everything that happened to one.',
  registrations: "Owners' own registrations from the brand's website.",
  leads: 'Leads with their consent record, their dealer and why, notes and deliveries.',
  deliveries: 'Messages to CRMs, webhooks and mail servers, with every attempt; retry one or many.',
  events: 'Event endpoints, and the feed of events.',
  users: 'People, their roles, permissions, brands and open sessions.',
  tokens: 'API tokens, publishable keys for web pages, and service tokens for programs.',
  people: 'What is stored about a person: find, export, erase.',
  audit: 'Who changed what, and when.',
  imports:
    'CSV files of dealers, territories or warranties. A file is checked first and changes nothing; a commit runs it, all or nothing.',
  exports: 'Records as CSV or NDJSON, streamed.',
  system: 'Health checks and settings.',
}

/** Adds a text for each tag in use. @throws Error for a tag without one */
export function completeTags(document: Document): void {
  const texts = document.paths['/api/v1/warranty'] ? INTEGRATORS : ADMINISTRATION
  const used = new Set(
    operationsOf({ paths: { ...document.paths, ...document.webhooks } }).flatMap(
      ({ operation }) => operation.tags,
    ),
  )
  for (const name of used) {
    if (!(name in texts))
      throw new Error(`Say in scripts/openapi/tags.ts what the operations with the tag "${name}" are for.`)
  }
  document.tags = Object.entries(texts)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
}
