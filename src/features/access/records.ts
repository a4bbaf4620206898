import { Type } from 'typebox'
import { Named, Nullable, Time } from '../../platform/output-schemas.ts'
import { ROLE_NAMES } from './roles.ts'
import { TOKEN_KINDS } from './tokens/kinds.ts'

const NullableTime = (description: string) => Nullable(Time, { description })
const NullableText = Nullable(Type.String())
const Brands = {
  brands: Type.Array(Type.String(), { description: 'Slugs of the brands that you and the record share' }),
  brand_ids: Type.Array(Type.Integer(), { description: 'Their ids, in the same order' }),
  all_brands: Type.Boolean({ description: 'All brands, including later ones' }),
}

/** A user as the administration shows it. */
export const UserRecord = Named(
  'User',
  Type.Object({
    id: Type.Integer(),
    email: Type.String(),
    active: Type.Boolean(),
    role: Nullable(Type.String({ enum: ROLE_NAMES }), {
      description: 'The role that the user was given; single permissions may differ',
    }),
    permissions: Type.Array(Type.String()),
    ...Brands,
    invited: Type.Boolean({ description: 'Whether the user has no password yet' }),
    second_factor: Type.Boolean({ description: 'Whether the user signs in with a code, too' }),
    last_sign_in_at: NullableTime('Null where no sign-in of the last 30 days is known'),
    created_at: Time,
    updated_at: Time,
    link: Type.Optional(
      Type.String({
        description:
          'Of an invitation or for another password, where no mail is sent: hand it over. Shown this once',
      }),
    ),
  }),
)

/** An open session of a user. */
export const SessionRecord = Named(
  'UserSession',
  Type.Object({
    id: Type.Integer({ description: 'Unique among sessions of its kind' }),
    kind: Type.String({
      enum: ['browser', 'api'],
      description: '`api`: a program that logged in for tokens',
    }),
    started_at: Time,
    last_used_at: Time,
    expires_at: Time,
    client_address: NullableText,
    user_agent: NullableText,
  }),
)

/** An open session of the caller. */
export const OwnSessionRecord = Named(
  'OwnSession',
  Type.Object({
    ...SessionRecord.properties,
    current: Type.Boolean({ description: 'Whether it is the session of this request' }),
  }),
)

/** Which session to end. */
export const Only = Type.Optional(
  Type.String({ description: 'The kind and id of one session, such as `browser:12`' }),
)

export const EndedSessions = Type.Object({ ended: Type.Integer() })

/** A token as the administration shows it. */
export const TokenRecord = Named(
  'Token',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    kind: Type.String({ enum: [...TOKEN_KINDS] }),
    active: Type.Boolean(),
    ...Brands,
    scopes: Type.Array(Type.String()),
    permissions: Type.Array(Type.String(), { description: 'Service tokens only' }),
    origins: Type.Array(Type.String(), { description: 'Of a publishable key' }),
    expires_at: NullableTime('Null: never'),
    last_used_at: NullableTime('Exact to the minute; null: never used'),
    created_at: Time,
    updated_at: Time,
    token: Type.Optional(Type.String({ description: 'The text of a new token, shown this once' })),
  }),
)
