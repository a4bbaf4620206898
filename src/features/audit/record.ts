import { Type } from 'typebox'
import { Named, Nullable, Time } from '../../platform/output-schemas.ts'

const Whom = Named(
  'AuditParty',
  Type.Object({
    kind: Type.String(),
    id: Nullable(Type.Integer()),
    name: Nullable(Type.String()),
  }),
)
const Values = Nullable(Type.Unsafe<object>({ type: 'object' }))

/** An entry of the audit trail as the administration shows it. */
export const Entry = Named(
  'AuditEntry',
  Type.Object({
    id: Type.Integer(),
    at: Time,
    actor: Whom,
    action: Type.String(),
    subject: Whom,
    brand_id: Nullable(Type.Integer()),
    brand: Nullable(Type.String({ description: 'Slug' })),
    before: Values,
    after: Values,
  }),
)
