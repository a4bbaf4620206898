import { type Static, Type } from 'typebox'
import { Invalid, type Issue } from '../../../platform/errors.ts'
import { Fields, FilledText } from '../../../platform/input-schemas.ts'
import { check } from '../../../platform/schema-issues.ts'
import { unknownNames } from '../known-names.ts'
import { GRANTABLE } from '../permissions.ts'
import { ROLE_NAMES, type RoleName } from '../roles.ts'
import { PASSWORD_LIMIT } from './passwords.ts'

/** The address that a user logs in with. */
export const Email = Type.String({
  minLength: 1,
  format: 'practical-email',
  expected: 'must be an e-mail address of at most 254 characters',
})

const References = Type.Array(FilledText(200))
const Permissions = Type.Array(Type.String())

const FIELDS = {
  password: FilledText(PASSWORD_LIMIT),
  active: Type.Boolean(),
  /** Gives the role's permissions where there are none beside it. Null: no role; the permissions stay. */
  role: Type.Unsafe<RoleName | null>({
    type: ['string', 'null'],
    enum: [...ROLE_NAMES, null],
    expected: `must be one of ${ROLE_NAMES.join(', ')}`,
  }),
  /** True: all brands, including later ones. */
  all_brands: Type.Boolean(),
  /** The brands that the user may manage; they replace the stored ones. */
  brands: References,
  /** They replace the stored ones. */
  permissions: Permissions,
}

/** A user as it is created. */
export const NewUser = Type.Object(
  { email: Email, ...Fields(FIELDS).properties },
  { additionalProperties: false },
)

/** A user as a request invites it: people set their passwords themselves. */
export const InvitedUser = Type.Omit(NewUser, ['password'], { additionalProperties: false })

/** Changes to a user: omitted fields keep their values. */
export const UserChanges = Fields({
  ...FIELDS,
  email: Email,
  add_brands: References,
  remove_brands: References,
  add_permissions: Permissions,
  remove_permissions: Permissions,
})

/** Changes to a user as a request makes them. */
export const UserPatch = Type.Omit(
  UserChanges,
  ['password', 'add_brands', 'remove_brands', 'add_permissions', 'remove_permissions'],
  { additionalProperties: false },
)

export type NewUser = Static<typeof NewUser>
export type UserChanges = Static<typeof UserChanges>

/** Returns everything that is wrong with a user by itself. */
export function findUserIssues(schema: typeof NewUser | typeof UserChanges, user: object): Issue[] {
  return [...check(schema, user), ...inspectUser(user)]
}

/** Returns everything that is wrong with a user beside the schema. */
export function inspectUser(user: unknown): Issue[] {
  const lists = ['permissions', 'add_permissions', 'remove_permissions']
  return lists.flatMap((field) =>
    unknownNames(field, 'permission', {
      names: (user as Record<string, unknown> | null)?.[field],
      known: GRANTABLE,
    }),
  )
}

/** @throws Invalid (VALIDATION_ERROR) with every issue */
export function checkUser(schema: typeof NewUser | typeof UserChanges, user: object): void {
  const issues = findUserIssues(schema, user)
  if (issues.length > 0) throw new Invalid(issues)
}
