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
  /** Gives the role's permissions where there are none beside it. */
  role: Type.Unsafe<RoleName>({
    type: 'string',
    enum: ROLE_NAMES,
    expected: `must be one of ${ROLE_NAMES.join(', ')}`,
  }),
  /** Brands that are made later, too. */
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

/** Changes to a user: omitted fields keep their values. */
export const UserChanges = Fields({
  ...FIELDS,
  add_brands: References,
  remove_brands: References,
  add_permissions: Permissions,
  remove_permissions: Permissions,
})

export type NewUser = Static<typeof NewUser>
export type UserChanges = Static<typeof UserChanges>

/** Returns everything that is wrong with a user by itself. */
export function findUserIssues(schema: typeof NewUser | typeof UserChanges, user: object): Issue[] {
  const lists = ['permissions', 'add_permissions', 'remove_permissions']
  const named = lists.flatMap((field) =>
    unknownNames(field, 'permission', { names: (user as Record<string, unknown>)[field], known: GRANTABLE }),
  )
  return [...check(schema, user), ...named]
}

/** @throws Invalid (VALIDATION_ERROR) with every issue */
export function checkUser(schema: typeof NewUser | typeof UserChanges, user: object): void {
  const issues = findUserIssues(schema, user)
  if (issues.length > 0) throw new Invalid(issues)
}
