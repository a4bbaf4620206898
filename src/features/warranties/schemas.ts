import { type TSchema, Type } from 'typebox'
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

export const Contact = Type.Object({
  first_name: required(),
  last_name: required(),
  zipcode: required(),
  ...contactFields,
})

export const CreateBody = Type.Object({
  brand_id: Type.Integer(),
  hin: Type.Unsafe<string>({
    type: 'string',
    description: 'Exactly 12 letters and digits; stored in upper case',
  }),
  model: required(),
  model_code: optional(),
  model_year: required(),
  is_used: Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })),
  registration_date: required(date),
  purchase_date: optional(date),
  warranty_start_date: optional(date),
  warranty_duration_months: months,
  coverage_type: choice(COVERAGE_TYPES),
  warranty_status: choice(WARRANTY_STATUSES),
  warranty_notes: optional(notes),
  order_number: optional(),
  external_order_number: optional(),
  warranty_external_id: optional(),
  contact: Contact,
})

export const TransferBody = Type.Object({
  contact: Contact,
  registration_date: optional(date),
  purchase_date: optional(date),
  transfer_notes: optional(notes),
})

export const UpdateContact = Type.Object(
  {
    first_name: Type.Optional(required()),
    last_name: Type.Optional(required()),
    zipcode: Type.Optional(required()),
    ...contactFields,
  },
  { minProperties: 1 },
)

/**
 * Omitted fields keep their values, and null clears one. The body may also carry the record's other fields with their
 * present values; the operation checks them.
 */
export const UpdateBody = Type.Object(
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
)

const ShortContact = Type.Object({
  first_name: Type.String(),
  last_name: Type.String(),
  email: textOrNull,
  phone: textOrNull,
  zipcode: Type.String(),
})

export const CreatedWarranty = Type.Object({
  hin: Type.String(),
  brand_id: Type.Integer(),
  model: Type.String(),
  model_year: Type.String(),
  registration_date: Type.String(),
  warranty_status: Type.String(),
  contact: ShortContact,
})

export const ListedWarranty = Type.Object({
  ...CreatedWarranty.properties,
  warranty_notes: textOrNull,
})

export const CrmSync = Type.Object({
  status: Type.String({ description: 'pending, synced, failed or not_configured' }),
  error: textOrNull,
  last_attempt: textOrNull,
  attempts: Type.Integer(),
  differences: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), sent: Type.Unknown(), stored: Type.Unknown() }), {
      description: 'Fields that the CRM stores with another value than it received',
    }),
  ),
})

export const WarrantyRecord = Type.Object({
  hin: Type.String(),
  brand_id: Type.Integer(),
  brand_name: Type.String(),
  model: Type.String(),
  model_code: textOrNull,
  model_year: Type.String(),
  is_used: Type.Boolean(),
  warranty_start_date: Type.String(),
  purchase_date: Type.String(),
  registration_date: Type.String(),
  warranty_duration_months: integerOrNull,
  warranty_end_date: textOrNull,
  coverage_type: textOrNull,
  warranty_status: Type.String(),
  warranty_notes: textOrNull,
  order_number: textOrNull,
  external_order_number: textOrNull,
  warranty_external_id: textOrNull,
  contact: Type.Object({
    contact_id: Type.Integer(),
    ...ShortContact.properties,
    address: textOrNull,
    city: textOrNull,
    state: textOrNull,
    country_code: Type.String(),
  }),
  crm_sync: CrmSync,
  hin_details: Type.Object({
    format: textOrNull,
    manufacturer_code: textOrNull,
    serial_number: textOrNull,
    certification_month: integerOrNull,
    certification_year: integerOrNull,
    model_year: textOrNull,
    warnings: Type.Array(Type.String()),
  }),
  created_at: Type.String(),
  updated_at: Type.String(),
})

export const RetriedWarranty = Type.Object({
  hin: Type.String(),
  brand_id: Type.Integer(),
  brand_name: Type.String(),
  model: Type.String(),
  model_year: Type.String(),
  warranty_status: Type.String(),
  crm_sync: CrmSync,
})

export const OwnershipHistory = Type.Object({
  hin: Type.String(),
  model: Type.String(),
  model_year: Type.String(),
  history: Type.Array(
    Type.Object({
      first_name: Type.String(),
      last_name: Type.String(),
      email: textOrNull,
      phone: textOrNull,
      registration_date: Type.String(),
      transfer_date: textOrNull,
      transfer_notes: textOrNull,
    }),
  ),
})

export const ListMeta = metaWith({
  pagination: Type.Object({
    page: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'null when a cursor was given',
    }),
    limit: Type.Integer(),
    total: Type.Integer(),
    total_pages: Type.Integer(),
    next_cursor: textOrNull,
  }),
})

const parameter = (schema: TSchema) => Type.Optional(schema)

export const HinParams = Type.Object({ hin: Type.String({ description: 'Exactly 12 letters and digits' }) })

export const BrandSelector = Type.Object({
  brand_id: parameter(Type.Integer({ description: 'Selects between brands that share the HIN' })),
})

/** Documents the parameters. `routes/list-parameters.ts` reads them. */
export const ListQuery = Type.Object({
  hin: parameter(Type.String()),
  brand_id: parameter(Type.Integer()),
  warranty_status: parameter(Type.String({ enum: [...WARRANTY_STATUSES] })),
  model_year: parameter(Type.String()),
  email: parameter(Type.String({ description: "The present owner's" })),
  registered_from: parameter(Type.String({ description: 'YYYY-MM-DD, inclusive' })),
  registered_to: parameter(Type.String({ description: 'YYYY-MM-DD, inclusive' })),
  updated_since: parameter(
    Type.String({ description: 'ISO 8601: a time with its zone, or a date; inclusive' }),
  ),
  sync_status: parameter(Type.String({ enum: [...SYNC_STATUSES] })),
  page: parameter(Type.Integer({ minimum: 1, description: 'Default 1' })),
  limit: parameter(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20' })),
  cursor: parameter(Type.String({ description: '`next_cursor` of the page before, instead of `page`' })),
})
