import { Type } from 'typebox'
import { Named } from '../../platform/output-schemas.ts'

/** Categories that may have their own webhook and have their own texts in the dealer's e-mail. */
export const ENHANCED_CATEGORIES = [
  'boat_build',
  'request_quote',
  'contact_dealer',
  'trade_in',
  'test_ride',
] as const

const MOST_CUSTOM_FIELDS = 1_000

const text = (options: object = {}) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], ...options }))
const number = Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'] }))
const flag = (fallback: boolean) =>
  Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], default: fallback }))
const nullable = { type: ['object', 'null'] }

export const LeadContact = Named(
  'LeadContact',
  Type.Object({
    contact_email: Type.String({ minLength: 1, maxLength: 254, format: 'practical-email' }),
    contact_first_name: text(),
    contact_last_name: text(),
    contact_phone: text(),
    contact_external_id: text({ description: 'Identifier in an external system' }),
    contact_source: text(),
    contact_country_code: text({ format: 'country-code', description: 'ISO 3166-1 alpha-2' }),
    contact_zip_code: text(),
    contact_address1: text(),
    contact_address2: text(),
    contact_city: text(),
    contact_state: text(),
    contact_country: text({ description: 'Country name' }),
    contact_latitude: number,
    contact_longitude: number,
    contact_email_optin: flag(true),
    contact_phone_optin: flag(true),
  }),
)

export const LeadProduct = Named('LeadProduct', Type.Object({ product_name: text(), product_year: text() }))

export const LeadBoatBuild = Named(
  'LeadBoatBuild',
  Type.Object({
    boat_build_id: text(),
    boat_build_unique_id: text({ format: 'uuid', description: 'A UUID' }),
    boat_build_url: text(),
    boat_build_image_url: text(),
    boat_build_notes: text(),
  }),
)

/** Unknown fields are kept and forwarded too. */
export const LeadBody = Named(
  'NewLead',
  Type.Object({
    brand: Type.String({ minLength: 1, description: 'Brand slug' }),
    contact_category: Type.String({
      minLength: 1,
      maxLength: 255,
      description: `Any; with enhanced handling: ${ENHANCED_CATEGORIES.join(', ')}`,
    }),
    send_to_dealer: flag(false),
    dealer_id: Type.Optional(
      Type.Unknown({
        description:
          'Id of the dealer whom the prospect chose, instead of the locator’s; ignored unless it is an active dealer of the brand',
      }),
    ),
    contact: LeadContact,
    product: Type.Optional(Type.Unsafe<Record<string, unknown> | null>({ ...LeadProduct, ...nullable })),
    boat_build: Type.Optional(Type.Unsafe<Record<string, unknown> | null>({ ...LeadBoatBuild, ...nullable })),
    custom_fields: Type.Optional(
      Type.Unsafe<Record<string, unknown> | null>({
        ...nullable,
        maxProperties: MOST_CUSTOM_FIELDS,
        description: 'Any keys with any JSON values',
      }),
    ),
  }),
)

const LeadAccepted = Named(
  'LeadAccepted',
  Type.Object({
    status: Type.Literal('success'),
    message: Type.String(),
    lead_id: Type.Integer(),
    webhook_forwarded: Type.Boolean(),
    version: Type.String(),
    duplicate_of_lead_id: Type.Optional(
      Type.Integer({
        description: 'The lead that this one repeats; only where the brand recognizes duplicates',
      }),
    ),
    crm_response: Type.Optional(
      Named(
        'CrmResponse',
        Type.Object(
          { status: Type.Integer(), body: Type.String({ description: 'The first 2 KB, as text' }) },
          { description: "The CRM's response; only where it refused the lead for good" },
        ),
      ),
    ),
  }),
)

/** A CRM's response is passed through, whatever its type. */
const Anything = Type.Unknown({ description: "The CRM's response, unchanged" })
const anyType = { '*/*': { schema: Anything } }

/** Returns the schema of our own response, or a CRM's with the same status. */
export const leadAnswer = (description: string) => ({
  description: `${description}; or the CRM's own response, unchanged`,
  content: { 'application/json': { schema: LeadAccepted }, ...anyType },
})

export const PassedThrough = { description: "The CRM's response, unchanged", content: anyType }
