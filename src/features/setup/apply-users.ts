import type { Issue } from '../../platform/errors.ts'
import { isEmail } from '../../platform/validate.ts'
import {
  ALL_PERMISSIONS,
  type HashedPasswords,
  PASSWORD_LIMIT,
  PERMISSIONS,
  saveUsers,
} from '../access/index.ts'
import { type Entry, type Run, reportRows } from './apply-context.ts'
import { standIn } from './placeholders.ts'
import { type References, readReference } from './references.ts'
import { checked, fields, flag, list, oneOf, secretText, text } from './validators.ts'

const LIST = 'api_users'

/** Reads the address that a user logs in with. */
export const readEmail = checked(text({ least: 1 }), (email) =>
  isEmail(email) ? null : 'must be an e-mail address of at most 254 characters',
)

const readFields = fields(
  {
    email: readEmail,
    password: secretText({ most: PASSWORD_LIMIT }),
    active: flag,
    brands: list(readReference),
    permissions: list(oneOf(...PERMISSIONS, ALL_PERMISSIONS)),
  },
  ['email'],
)

/** Reads an entry of `api_users`. */
export function readUser(value: unknown, at: string, issues: Issue[]) {
  const user = readFields(value, at, issues)
  return user && { ...user, email: user.email ?? standIn(at) }
}

type UserEntry = NonNullable<ReturnType<typeof readUser>>

/** Creates and changes the API users. Returns each entry's; undefined where it has a fault. */
export async function applyUsers(
  run: Run,
  entries: readonly Entry<UserEntry>[],
  { brands, passwords }: { brands: References; passwords: HashedPasswords },
) {
  const inputs = entries.map(({ value: { brands: slugs, ...user } }) => ({
    ...user,
    brandIds: brands.resolveAll(slugs, run.issues),
  }))
  const { ids, issues } = await saveUsers(run, run.trx, inputs, passwords)
  reportRows(run, LIST, entries, issues)
  return ids.map((id, row) => (id === undefined ? undefined : { id, email: inputs[row]!.email }))
}
