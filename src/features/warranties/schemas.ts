import { type TSchema, Type } from 'typebox'
import { Named, Nullable } from '../../platform/output-schemas.ts'
import { metaWith } from '../warranty-api/index.ts'

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
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const integerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const oneOf = (title: string, values: readonly string[], description: string) =>
  Named(title, Type.Unsafe<string>({ type: 'string', enum: [...values], description }))
const Day = Type.String({ format: 'date' })
const Time = Type.String({ format: 'date-time', description: 'UTC, with microseconds' })

const CoverageType = oneOf(
  'CoverageType',
  COVERAGE_TYPES,
  '`full`: all components and systems; `limited`: with exclusions; `structural`: defects of the structure; `hull-only`: hull and below the waterline; `other`: by arrangement',
)
const WarrantyStatusName = oneOf(
  'WarrantyStatus',
  WARRANTY_STATUSES,
  '`active`: in effect; `expired`: its end date has passed; `voided`: cancelled by hand',
)
const SyncStatusName = oneOf(
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

const ShortContact = Named(
  'ShortContact',
  Type.Object({
    first_name: Type.String(),
    last_name: Type.String(),
    email: textOrNull,
    phone: textOrNull,
    zipcode: Type.String(),
  }),
)

export const CreatedWarranty = Named(
  'CreatedWarranty',
  Type.Object({
    hin: Type.String(),
    brand_id: Type.Integer(),
    model: Type.String(),
    model_year: Type.String(),
    registration_date: Day,
    warranty_status: WarrantyStatusName,
    contact: ShortContact,
  }),
)

export const ListedWarranty = Named(
  'ListedWarranty',
  Type.Object({
    ...CreatedWarranty.properties,
    warranty_notes: textOrNull,
  }),
)

const CrmDifference = Named(
  'CrmDifference',
  Type.Object({ field: Type.String(), sent: Type.Unknown(), stored: Type.Unknown() }),
)

export const CrmSync = Named(
  'CrmSync',
  Type.Object({
    status: SyncStatusName,
    error: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Null where there is none' }),
    last_attempt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'Null before the first attempt',
    }),
    attempts: Type.Integer({ description: 'All attempts made' }),
    differences: Type.Optional(
      Type.Array(CrmDifference, {
        description: 'Fields that the CRM stores with another value than it received',
      }),
    ),
  }),
)

export const WarrantyRecord = Named(
  'Warranty',
  Type.Object({
    hin: Type.String(),
    brand_id: Type.Integer(),
    brand_name: Type.String(),
    model: Type.String(),
    model_code: textOrNull,
    model_year: Type.String(),
    is_used: Type.Boolean(),
    warranty_start_date: Day,
    purchase_date: Day,
    registration_date: Day,
    warranty_duration_months: integerOrNull,
    warranty_end_date: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description: 'Start and duration; null without a duration',
    }),
    coverage_type: Type.Unsafe<string | null>(Nullable(CoverageType)),
    warranty_status: WarrantyStatusName,
    warranty_notes: textOrNull,
    order_number: textOrNull,
    external_order_number: textOrNull,
    warranty_external_id: textOrNull,
    contact: Named(
      'Contact',
      Type.Object({
        contact_id: Type.Integer(),
        ...ShortContact.properties,
        address: textOrNull,
        city: textOrNull,
        state: textOrNull,
        country_code: Type.String({ description: 'ISO 3166-1 alpha-2' }),
      }),
    ),
    crm_sync: CrmSync,
    hin_details: Named(
      'HinDetails',
      Type.Object(
        {
          format: textOrNull,
          manufacturer_code: textOrNull,
          serial_number: textOrNull,
          certification_month: integerOrNull,
          certification_year: integerOrNull,
          model_year: textOrNull,
          warnings: Type.Array(Type.String()),
        },
        { description: 'What the HIN says (33 CFR 181 subpart C), and where it contradicts the record' },
      ),
    ),
    created_at: Time,
    updated_at: Time,
  }),
)

export const RetriedWarranty = Named(
  'SyncedWarranty',
  Type.Object({
    hin: Type.String(),
    brand_id: Type.Integer(),
    brand_name: Type.String(),
    model: Type.String(),
    model_year: Type.String(),
    warranty_status: WarrantyStatusName,
    crm_sync: CrmSync,
  }),
)

export const Ownership = Named(
  'Ownership',
  Type.Object({
    first_name: Type.String(),
    last_name: Type.String(),
    email: textOrNull,
    phone: textOrNull,
    registration_date: Day,
    transfer_date: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description: 'Null for the present owner',
    }),
    transfer_notes: textOrNull,
  }),
)

export const OwnershipHistory = Named(
  'OwnershipHistory',
  Type.Object({
    hin: Type.String(),
    model: Type.String(),
    model_year: Type.String(),
    history: Type.Array(Ownership, { description: 'The oldest owner first' }),
  }),
)

export const ListMeta = Named(
  'ListMeta',
  metaWith({
    pagination: Named(
      'Pagination',
      Type.Object({
        page: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          description: 'null when a cursor was given',
        }),
        limit: Type.Integer(),
        total: Type.Integer(),
        total_pages: Type.Integer(),
        next_cursor: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'Null on the last page',
        }),
      }),
    ),
  }),
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
