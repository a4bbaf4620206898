import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { changed, FieldIssue, nested } from '../../ui/form.tsx'

type Values = Record<string, string | boolean>

export const CUSTOM_FIELDS = 'warranty_crm.custom_fields'

/** Languages of the elements for websites. */
const LANGUAGES = ['en', 'de', 'es', 'fr']

/** Returns what the form of a brand starts with, named as the server's issues name the fields. */
export function valuesOf(brand: Schemas['Brand']): Values {
  const { lead_webhook: webhook, warranty_crm: crm, consent_texts } = brand
  const categories = { ...blank(Object.keys(text.leads.categories)), ...webhook?.categories }
  const consents = { ...blank(LANGUAGES), ...(consent_texts as Record<string, string> | null) }
  return {
    name: brand.name,
    slug: brand.slug,
    'lead_webhook.url': webhook?.url ?? '',
    ...prefixed('lead_webhook.categories.', categories),
    'warranty_crm.type': crm?.type ?? '',
    'warranty_crm.url': crm?.url ?? '',
    'warranty_crm.location_id': crm?.location_id ?? '',
    'warranty_crm.token': '',
    [CUSTOM_FIELDS]: Object.entries(crm?.custom_fields ?? {})
      .map(([field, path]) => `${field} = ${path}`)
      .join('\n'),
    registration_auto_accept: brand.registration_auto_accept,
    challenge: brand.challenge,
    sandbox: brand.sandbox,
    fallback_dealer: brand.fallback_dealer ?? '',
    lead_dedupe_seconds: String(brand.lead_dedupe_seconds ?? ''),
    ...prefixed('consent_texts.', consents),
  }
}

/** Returns what a request holds of changed values. A webhook or CRM without anything is removed. */
export function bodyOf(initial: Values, values: Values): Record<string, unknown> {
  const changes = changed(initial, values) as Values
  const { lead_webhook, warranty_crm, consent_texts, ...body } = nested(changes)
  if (body.lead_dedupe_seconds) body.lead_dedupe_seconds = Number(body.lead_dedupe_seconds)
  if (lead_webhook) body.lead_webhook = isBlank(values, 'lead_webhook.') ? null : lead_webhook
  if (warranty_crm) body.warranty_crm = crmOf(warranty_crm as Values, { initial, changes, values })
  // These are replaced together.
  if (consent_texts) {
    const all = Object.entries(values).filter(([name]) => name.startsWith('consent_texts.'))
    body.consent_texts = isBlank(values, 'consent_texts.')
      ? null
      : nested(Object.fromEntries(all), { omitEmpty: true }).consent_texts
  }
  return body
}

function crmOf(
  patch: Values,
  { initial, changes, values }: Record<'initial' | 'changes' | 'values', Values>,
) {
  const type = values['warranty_crm.type']
  if (type === '') return null
  const custom = readCustomFields(values)
  if (!('warranty_crm.type' in changes)) {
    if (!(CUSTOM_FIELDS in changes)) return patch
    const removed = Object.keys(readCustomFields(initial)).filter((field) => !Object.hasOwn(custom, field))
    return {
      ...patch,
      custom_fields: { ...custom, ...Object.fromEntries(removed.map((one) => [one, null])) },
    }
  }
  // A CRM of another type keeps nothing of the one before.
  const names = ['type', 'url', ...(type === 'highlevel' ? ['location_id', 'token'] : [])]
  const given = names.map((name) => [name, values[`warranty_crm.${name}`]!] as const)
  return {
    ...Object.fromEntries(given.filter(([, value]) => value !== '')),
    ...(type === 'highlevel' && Object.keys(custom).length > 0 && { custom_fields: custom }),
  }
}

/**
 * Returns HighLevel's custom fields with the paths in the warranty that fill them: one `field = path` on each line.
 * @throws FieldIssue for a line that is none
 */
function readCustomFields(values: Values): Record<string, string> {
  const lines = String(values[CUSTOM_FIELDS])
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return Object.fromEntries(
    lines.map((line) => {
      const [, field, path] = /^([^=]+?)\s*=\s*(\S+)$/.exec(line) ?? []
      if (!field || !path) throw new FieldIssue(CUSTOM_FIELDS, text.brands.customFieldsWrong(line))
      return [field, path]
    }),
  )
}

function isBlank(values: Values, prefix: string): boolean {
  return Object.entries(values).every(([name, value]) => !name.startsWith(prefix) || value === '')
}

function blank(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '']))
}

function prefixed(prefix: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]))
}
