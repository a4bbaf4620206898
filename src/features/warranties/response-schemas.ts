import { Type } from 'typebox'
import { Named, Nullable } from '../../platform/output-schemas.ts'
import { metaWith } from '../warranty-api/index.ts'
import { CoverageType, SyncStatusName, WarrantyStatusName } from './schemas.ts'

const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const integerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const Day = Type.String({ format: 'date' })
const Time = Type.String({ format: 'date-time', description: 'UTC, with microseconds' })

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
      description: 'Null for the current owner',
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
