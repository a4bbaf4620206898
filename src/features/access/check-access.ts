import { type Finding, someOf, warning, warningsOr } from '../../platform/check.ts'
import type { Reader } from '../../platform/db/db.ts'
import { tokensWithout, usersWithout } from './check-queries.ts'

const GRANT = 'Grant it with `transom apply`, or deactivate them.'

/** Users and tokens that can log in, and do nothing. */
export async function checkAccess(reader: Reader): Promise<Finding[]> {
  const complain = (names: string[], what: string) =>
    names.length > 0 && warning(`${what}: ${someOf(names)}.`, GRANT)
  return warningsOr(
    [
      complain(await usersWithout(reader, 'api_user_brands'), 'Users without a brand see nothing'),
      complain(await usersWithout(reader, 'api_user_permissions'), 'Users without a permission are refused'),
      complain(await tokensWithout(reader, 'api_token_brands'), 'Tokens without a brand are refused'),
      complain(await tokensWithout(reader, 'api_token_scopes'), 'Tokens without a scope are refused'),
    ],
    'All users and tokens may do something.',
  )
}
