import { Type } from 'typebox'
import { nullable } from '../../platform/input-schemas.ts'
import { Named } from '../../platform/output-schemas.ts'
import { LoginBody } from './schemas.ts'
import { PASSWORD_LIMIT } from './users/passwords.ts'

const closed = { additionalProperties: false }

/** A second factor's code of six digits, or a recovery code. */
export const Code = Type.String({ minLength: 1, maxLength: 64 })

export const SignInBody = Type.Object(LoginBody.properties, closed)

/** A password that somebody has already. */
export const KnownPassword = Type.String({ minLength: 1, maxLength: PASSWORD_LIMIT })

/** A password that somebody chooses. Further rules are those of `findPasswordIssues`. */
export const ChosenPassword = Type.String({
  minLength: 1,
  maxLength: PASSWORD_LIMIT,
  description: '8 to 128 characters, not a common password, not the e-mail address',
})

/** The signed-in user and their permissions. */
export const SessionRecord = Named(
  'Session',
  Type.Object({
    user: Type.Object({ id: Type.Integer(), email: Type.String() }),
    role: nullable(Type.String()),
    permissions: Type.Array(Type.String(), { description: 'As granted, such as `dealers:*`' }),
    effective_permissions: Type.Array(Type.String(), { description: 'Each single permission' }),
    brands: Type.Array(Type.String(), { description: 'Slugs' }),
    held_brands: Type.Array(
      Type.Object({
        id: Type.Integer(),
        slug: Type.String(),
        name: Type.String(),
        sandbox: Type.Boolean({ description: 'Whether nothing of the brand leaves the server' }),
      }),
      { description: 'The same brands, with what people call them' },
    ),
    all_brands: Type.Boolean({ description: 'Whether later brands are included' }),
    second_factor: Type.Boolean({ description: 'Whether the user signs in with a code, too' }),
    second_factor_required: Type.Boolean({
      description: 'Whether nothing else is allowed until a second factor is set up',
    }),
    expires_at: nullable(
      Type.String({ format: 'date-time', description: 'Unless it is used before. Null for an access token' }),
    ),
  }),
)
