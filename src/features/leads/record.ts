import { Type } from 'typebox'
import { Named, Nullable, Time } from '../../platform/output-schemas.ts'
import { STATES } from './queries.ts'

const Anything = Type.Unknown()
const Id = Nullable(Type.Integer())
const OptIn = Type.Union([Type.Literal('given'), Type.Literal('default'), Type.Null()], {
  description: 'Whether the caller sent the opt-in, or it is the default of the interface',
})
const SENDER = {
  token_id: Id,
  client_address: Nullable(Type.String()),
  user_agent: Nullable(Type.String()),
}

const FIELDS = {
  id: Type.Integer(),
  brand_id: Type.Integer(),
  brand: Type.String(),
  state: Type.String({ enum: [...STATES] }),
  lead: Type.Unsafe<object>({ type: 'object', description: 'As it was submitted' }),
  dealer_id: Id,
  dealer: Nullable(Type.Unsafe<object>({ type: 'object', description: 'As the locator shows it' })),
  dealer_reason: Nullable(Type.String({ description: 'Match type, `manual`, or why there is no dealer' })),
  consent: Named(
    'LeadConsent',
    Type.Object({
      email_optin: Anything,
      email_optin_source: OptIn,
      phone_optin: Anything,
      phone_optin_source: OptIn,
      ...SENDER,
    }),
  ),
  duplicates: Type.Integer({ description: 'How often it came again' }),
  created_at: Time,
  updated_at: Time,
}

export const ListedLead = Named('ListedLead', Type.Object(FIELDS))

const Actor = Type.Object({ kind: Type.String(), id: Id, name: Nullable(Type.String()) })

/** A lead with everything that is known about it. */
export const LeadWithHistory = Named(
  'Lead',
  Type.Object({
    ...FIELDS,
    notes: Type.Array(Type.Object({ at: Time, actor: Actor, text: Type.String() })),
    deliveries: Type.Optional(
      Type.Array(Type.Unsafe<object>({ type: 'object' }), { description: 'With `deliveries:read`' }),
    ),
    came_again: Type.Array(
      Type.Object({
        received_at: Time,
        email_optin_source: OptIn,
        phone_optin_source: OptIn,
        ...SENDER,
      }),
    ),
  }),
)

/** Returns a lead as the administration over HTTP shows it: named as its other records are. */
export function toAdminRecord<T extends { lead_id: number; received_at: string }>({
  lead_id,
  received_at,
  ...lead
}: T) {
  return { id: lead_id, ...lead, created_at: received_at }
}
