import { Type } from 'typebox'
import { Named } from '../../platform/output-schemas.ts'
import { PASSWORD_LIMIT } from './users/passwords.ts'

export const LoginBody = Named(
  'Credentials',
  Type.Object({
    email: Type.String({ minLength: 1, maxLength: 254, description: 'Compared without regard to case' }),
    password: Type.String({
      minLength: 1,
      maxLength: PASSWORD_LIMIT,
      description: 'Taken as it is, never trimmed',
    }),
    code: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: 64,
        description:
          'Of the second factor, or a recovery code. Without it the tokens do not open the administration',
      }),
    ),
  }),
)

export const RefreshBody = Named(
  'Refresh',
  Type.Object({
    refresh_token: Type.String({ minLength: 1, maxLength: 4096 }),
  }),
)

export const LogoutBody = Named(
  'Logout',
  Type.Object({
    refresh_token: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 4096 })),
  }),
)

export const TokenPairData = Named(
  'TokenPair',
  Type.Object({
    access_token: Type.String({ description: 'JWT' }),
    refresh_token: Type.String({ description: 'JWT, good for one exchange within 30 days' }),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'Seconds until the access token expires' }),
  }),
)
