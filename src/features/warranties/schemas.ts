import { type TSchema, Type } from 'typebox'
import { Named } from '../../platform/output-schemas.ts'

export const COVERAGE_TYPES = ['full', 'limited', 'structural', 'hull-only', 'other'] as const
export const WARRANTY_STATUSES = ['active', 'expired', 'voided'] as const
export const SYNC_STATUSES = ['pending', 'synced', 'failed', 'not_configured'] as const

export type WarrantyStatus = (typeof WARRANTY_STATUSES)[number]
export type SyncStatus = (typeof SYNC_STATUSES)[number]

const NAME_LENGTH = 255
const NOTES_LENGTH = 10_000

export const required = (options: object = {}) =>
  Type.String({ minLength: 1, maxLength: NAME_LENGTH, ...options })
/** When a record is created, null and an empty text count as absent. */
export const optional = (options: object = {}) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: NAME_LENGTH, ...options }))
const choice = <T extends string>(values: readonly T[]) =>
  Type.Optional(Type.Unsafe<T | '' | null>({ type: ['string', 'null'], enum: [...values, null, ''] }))
const oneOf = (title: string, values: readonly string[], description: string) =>
  Named(title, Type.Unsafe<string>({ type: 'string', enum: [...values], description }))

export const CoverageType = oneOf(
  'CoverageType',
  COVERAGE_TYPES,
  '`full`: all components and systems; `limited`: with exclusions; `structural`: defects of the structure; `hull-only`: hull and below the waterline; `other`: by arrangement',
)
export const WarrantyStatusName = oneOf(
  'WarrantyStatus',
  WARRANTY_STATUSES,
  '`active`: in effect; `expired`: its end date has passed; `voided`: canceled by hand',
)
export const SyncStatusName = oneOf(
  'SyncStatus',
  SYNC_STATUSES,
  '`pending`: queued or between attempts; `synced`: the CRM has the record; `failed`: attempts are used up or the CRM refused for good; `not_configured`: the brand has no CRM',
)

export const date = { format: 'calendar-date', description: 'YYYY-MM-DD' }
export const notes = { maxLength: NOTES_LENGTH }
const months = Type.Optional(
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 1200 }),
)

const contactFields = {
  email: optional({
    format: 'practical-email',
    maxLength: 254,
    description: 'Required when phone is absent',
  }),
  phone: optional({ description: 'Required when email is absent' }),
  address: optional({ maxLength: 1000 }),
  city: optional(),
  state: optional(),
  country_code: optional({ format: 'country-code', description: 'ISO 3166-1 alpha-2; default US' }),
}

export const Contact = Named(
  'NewContact',
  Type.Object(
    {
      first_name: required(),
      last_name: required(),
      zipcode: required({ description: 'ZIP or postal code' }),
      ...contactFields,
    },
    { description: 'The owner of a boat: an e-mail address or a phone number is required' },
  ),
)

export const CreateBody = Named(
  'NewWarranty',
  Type.Object({
    brand_id: Type.Integer({ description: 'One of your brands' }),
    hin: Type.Unsafe<string>({
      type: 'string',
      description: 'Exactly 12 letters and digits; stored in upper case',
    }),
    model: required(),
    model_code: optional({ description: 'Internal model code' }),
    model_year: required(),
    is_used: Type.Optional(
      Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description: 'Pre-owned; default false' }),
    ),
    registration_date: required(date),
    purchase_date: optional({ ...date, description: 'YYYY-MM-DD; default: registration_date' }),
    warranty_start_date: optional({ ...date, description: 'YYYY-MM-DD; default: registration_date' }),
    warranty_duration_months: months,
    coverage_type: choice(COVERAGE_TYPES),
    warranty_status: choice(WARRANTY_STATUSES),
    warranty_notes: optional(notes),
    order_number: optional(),
    external_order_number: optional(),
    warranty_external_id: optional({ description: 'Identifier of the warranty in your system' }),
    contact: Contact,
  }),
)

export const TransferBody = Named(
  'WarrantyTransfer',
  Type.Object({
    contact: Contact,
    registration_date: optional({ ...date, description: 'YYYY-MM-DD; default: today, UTC' }),
    purchase_date: optional({ ...date, description: 'YYYY-MM-DD; default: the new registration_date' }),
    transfer_notes: optional(notes),
  }),
)

export const UpdateContact = Named(
  'ContactUpdate',
  Type.Object(
    {
      first_name: Type.Optional(required()),
      last_name: Type.Optional(required()),
      zipcode: Type.Optional(required()),
      ...contactFields,
    },
    { minProperties: 1 },
  ),
)

/**
 * Omitted fields keep their values, and null clears one. The body may also carry the record's other fields with their
 * present values; the operation checks them.
 */
export const UpdateBody = Named(
  'WarrantyUpdate',
  Type.Object(
    {
      warranty_duration_months: months,
      coverage_type: choice(COVERAGE_TYPES),
      warranty_status: Type.Optional(
        Type.Unsafe<WarrantyStatus>({ type: 'string', enum: [...WARRANTY_STATUSES] }),
      ),
      warranty_notes: optional(notes),
      contact: Type.Optional(UpdateContact),
    },
    { minProperties: 1 },
  ),
)

const parameter = (schema: TSchema) => Type.Optional(schema)

export const HinParams = Type.Object({ hin: Type.String({ description: 'Exactly 12 letters and digits' }) })

export const BrandSelector = Type.Object({
  brand_id: parameter(Type.Integer({ description: 'Selects between brands that share the HIN' })),
})

/** Documents the parameters. `routes/list-parameters.ts` reads them. */
export const ListQuery = Type.Object({
  hin: parameter(Type.String()),
  brand_id: parameter(Type.Integer()),
  warranty_status: parameter(WarrantyStatusName),
  model_year: parameter(Type.String()),
  email: parameter(Type.String({ description: "The present owner's" })),
  registered_from: parameter(Type.String({ format: 'date', description: 'YYYY-MM-DD, inclusive' })),
  registered_to: parameter(Type.String({ format: 'date', description: 'YYYY-MM-DD, inclusive' })),
  updated_since: parameter(
    Type.String({ description: 'ISO 8601: a time with its zone, or a date; inclusive' }),
  ),
  sync_status: parameter(SyncStatusName),
  page: parameter(Type.Integer({ minimum: 1, description: 'Default 1' })),
  limit: parameter(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20' })),
  cursor: parameter(Type.String({ description: '`next_cursor` of the page before, instead of `page`' })),
})
