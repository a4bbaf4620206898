import { Type } from 'typebox'
import { toIsoMicros } from '../../platform/clock.ts'
import { Named, Nullable, Time } from '../../platform/output-schemas.ts'
import type { Brand } from '../brands/index.ts'
import { type RegistrationRow, STATES } from './queries.ts'

const TextOrNull = Nullable(Type.String())

const PossibleDuplicate = Type.Object({
  kind: Type.String({ enum: ['warranty', 'registration'] }),
  id: Type.Integer(),
  hin: Type.String(),
  state: Type.String({ description: "The warranty's status or the registration's state" }),
  same: Type.Array(Type.String({ enum: ['hin', 'email'] }), { description: 'What they have in common' }),
})

/** A registration as the administration shows it in lists. */
export const ListedRegistration = Named(
  'ListedRegistration',
  Type.Object({
    id: Type.Integer(),
    brand_id: Type.Integer(),
    brand: Type.String({ description: 'Slug' }),
    state: Type.String({ enum: [...STATES] }),
    hin: Type.String(),
    model: Type.String(),
    model_year: Type.String(),
    purchase_date: Type.String({ format: 'date' }),
    dealer_code: Nullable(Type.String({ description: 'As the owner gave it' })),
    contact: Type.Object({
      first_name: Type.String(),
      last_name: Type.String(),
      email: TextOrNull,
      phone: TextOrNull,
      address: TextOrNull,
      zipcode: Type.String(),
      city: TextOrNull,
      state: TextOrNull,
      country_code: Type.String(),
    }),
    consent: Type.Object({
      email_optin: Type.Boolean(),
      token_id: Type.Integer(),
      client_address: TextOrNull,
      user_agent: TextOrNull,
    }),
    reason: Nullable(Type.String({ description: 'Why it was rejected' })),
    warranty_id: Nullable(Type.Integer({ description: 'The warranty that it became' })),
    decided_at: Nullable(Time),
    created_at: Time,
    updated_at: Time,
    possible_duplicates: Type.Array(PossibleDuplicate, { description: 'Up to 20; same HIN first' }),
  }),
)

/** A registration with what keeps it from being accepted without staff. */
export const FullRegistration = Named(
  'Registration',
  Type.Object({
    ...ListedRegistration.properties,
    mismatches: Nullable(
      Type.Array(Type.String(), {
        description: 'Why it is not accepted without staff; null once it was decided on',
      }),
    ),
  }),
)

export type RegistrationRecord = ReturnType<typeof toRecord>

/** Returns a registration as an administrator and event endpoints see it. */
export function toRecord(row: RegistrationRow, brand: Pick<Brand, 'slug'>) {
  return {
    id: row.id,
    brand_id: row.brand_id,
    brand: brand.slug,
    state: row.state,
    hin: row.hin,
    model: row.model,
    model_year: row.model_year,
    purchase_date: row.purchase_date,
    dealer_code: row.dealer_code,
    contact: row.contact,
    consent: {
      email_optin: row.email_optin,
      token_id: row.token_id,
      client_address: row.client_address,
      user_agent: row.user_agent,
    },
    reason: row.reason,
    warranty_id: row.warranty_id,
    decided_at: row.decided_at === null ? null : toIsoMicros(row.decided_at),
    created_at: toIsoMicros(row.received_at),
    updated_at: toIsoMicros(row.updated_at),
  }
}
