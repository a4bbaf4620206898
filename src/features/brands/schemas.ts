import { type Static, Type } from 'typebox'
import {
  Dictionary,
  Fields,
  FilledText,
  GivenId,
  nullable,
  Text,
  WholeNumber,
} from '../../platform/input-schemas.ts'

/** The same as the time for which first responses to requests with an idempotency key are kept. */
const MOST_DEDUPE_SECONDS = 86_400

/** The name that requests use for a brand. */
export const Slug = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]*$',
  expected: 'must be up to 100 letters, digits and . _ ~ -, and begin with a letter or digit',
})

const Url = FilledText(2_048)

const LeadWebhookFields = Fields({
  url: Url,
  secret: FilledText(),
  previous_secret: FilledText(),
  categories: Dictionary(Url),
})

/** A brand as it is created or changed: omitted fields keep their values. */
export const BrandFields = Fields({
  id: GivenId,
  slug: Slug,
  name: FilledText(300),
  lead_webhook: nullable(LeadWebhookFields),
  /** One of `CRM_FIELDS`, by its type. */
  warranty_crm: nullable(Type.Object({})),
  fallback_dealer: nullable(FilledText(200)),
  registration_auto_accept: Type.Boolean(),
  sandbox: Type.Boolean(),
  lead_dedupe_seconds: nullable(WholeNumber(0, MOST_DEDUPE_SECONDS)),
  challenge: Type.Boolean(),
  consent_texts: nullable(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      propertyNames: { pattern: '^[a-z]{2}$', expected: 'must have names that are languages, such as en' },
      additionalProperties: FilledText(2_000),
    }),
  ),
})

const CrmType = Type.Unsafe<'webhook' | 'highlevel'>({
  type: 'string',
  enum: ['webhook', 'highlevel'],
  expected: 'must be one of webhook, highlevel',
})

const Webhook = { type: CrmType, url: Url, secret: FilledText(), previous_secret: FilledText() }
const HighLevel = {
  type: CrmType,
  url: Url,
  token: FilledText(1_000),
  location_id: FilledText(200),
  custom_fields: Dictionary(Text(200)),
}

const closed = { additionalProperties: false }
const optional = { url: Type.Optional(Url), custom_fields: Type.Optional(HighLevel.custom_fields) }
const secrets = {
  secret: Type.Optional(Webhook.secret),
  previous_secret: Type.Optional(Webhook.previous_secret),
}

/** The fields of a CRM, by its type. */
export const CRM_FIELDS = {
  webhook: Type.Object({ ...Webhook, ...secrets }, closed),
  highlevel: Type.Object({ ...HighLevel, ...optional }, closed),
}

/** For a CRM whose type is missing or unknown. */
export const AnyCrmFields = Type.Object(
  { ...Type.Partial(Type.Object({ ...Webhook, ...HighLevel })).properties, type: CrmType },
  closed,
)

export type BrandFields = Static<typeof BrandFields>

/** A part of a target to change (RFC 7396). What comes out is checked like a new brand. */
const TargetPatch = Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'] })

/** Changes to a brand: omitted fields keep their values. */
export const BrandChanges = Fields({
  slug: Slug,
  name: BrandFields.properties.name,
  lead_webhook: TargetPatch,
  warranty_crm: TargetPatch,
  fallback_dealer: BrandFields.properties.fallback_dealer,
  registration_auto_accept: BrandFields.properties.registration_auto_accept,
  sandbox: BrandFields.properties.sandbox,
  lead_dedupe_seconds: BrandFields.properties.lead_dedupe_seconds,
  challenge: BrandFields.properties.challenge,
  consent_texts: BrandFields.properties.consent_texts,
})

export type BrandChanges = Static<typeof BrandChanges>
