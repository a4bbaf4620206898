import { type Finding, someOf, warning, warningsOr } from '../../platform/check.ts'
import { type Clock, DAY_MICROS } from '../../platform/clock.ts'
import type { Reader } from '../../platform/db/db.ts'
import { tokensNeverUsed, tokensWithout, usersWithout } from './check-queries.ts'

const WEEK = 7 * DAY_MICROS
const GRANT = 'Grant it with `transom users grant` or `transom tokens update`, or deactivate them.'

/** Finds users and tokens without access, and unused tokens. */
export async function checkAccess(reader: Reader, clock: Clock): Promise<Finding[]> {
  const unused = await tokensNeverUsed(reader, clock.now() - WEEK)
  const complain = (names: string[], what: string) =>
    names.length > 0 && warning(`${what}: ${someOf(names)}.`, GRANT, names)
  return warningsOr(
    [
      complain(await usersWithout(reader, 'api_user_brands'), 'Users without a brand see nothing'),
      complain(await usersWithout(reader, 'api_user_permissions'), 'Users without a permission are refused'),
      complain(await tokensWithout(reader, 'api_token_brands'), 'Tokens without a brand are refused'),
      complain(await tokensWithout(reader, 'api_token_scopes'), 'Tokens without a scope are refused'),
      unused.length > 0 &&
        warning(
          `Tokens that nobody has used for a week or more: ${someOf(unused)}.`,
          'Revoke what nobody needs: `transom tokens revoke`.',
          unused,
        ),
    ],
    'All users and tokens have brands and permissions.',
  )
}
