import { Type } from 'typebox'
import { Named, Nullable, Time } from '../../platform/output-schemas.ts'

/** A brand as the administration shows it: with complete addresses, without secrets. */
export const BrandRecord = Named(
  'Brand',
  Type.Object({
    id: Type.Integer(),
    slug: Type.String({ description: 'Name that requests use' }),
    name: Type.String(),
    lead_webhook: Nullable(
      Named(
        'BrandLeadWebhook',
        Type.Object({
          url: Type.Optional(Type.String()),
          signed: Type.Boolean(),
          previous_secret_signs: Type.Optional(Type.Literal(true)),
          categories: Type.Optional(Type.Record(Type.String(), Type.String())),
        }),
      ),
    ),
    warranty_crm: Nullable(
      Named(
        'BrandWarrantyCrm',
        Type.Object({
          type: Type.String({ enum: ['webhook', 'highlevel'] }),
          url: Type.Optional(Type.String()),
          signed: Type.Optional(Type.Boolean()),
          previous_secret_signs: Type.Optional(Type.Literal(true)),
          location_id: Type.Optional(Type.String()),
          custom_fields: Type.Optional(Type.Record(Type.String(), Type.String())),
        }),
      ),
    ),
    fallback_dealer: Nullable(Type.String({ description: 'Code of the dealer for countries without one' })),
    fallback_dealer_id: Nullable(Type.Integer()),
    registration_auto_accept: Type.Boolean({
      description: "Whether owners' registrations that match are accepted without staff",
    }),
    sandbox: Type.Boolean({ description: 'Whether nothing leaves the server: deliveries are only recorded' }),
    lead_dedupe_seconds: Nullable(Type.Integer()),
    challenge: Type.Boolean({
      description: 'Whether submissions with a publishable key need a proof of work',
    }),
    consent_texts: Nullable(
      Type.Record(Type.String(), Type.String(), {
        description: "Text that people agree to in a form on the brand's website, by language",
      }),
    ),
    created_at: Time,
    updated_at: Time,
  }),
)
