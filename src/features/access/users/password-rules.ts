import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Invalid, type Issue, issue } from '../../../platform/errors.ts'
import { emailKey } from '../../../platform/validate.ts'
import { PASSWORD_LIMIT } from './passwords.ts'

/** NIST SP 800-63B section 5.1.1.2. */
const LEAST = 8

/**
 * Returns what is wrong with a password that somebody chooses: too short, too long, common, or the e-mail address. There
 * are no rules about its characters, as NIST SP 800-63B recommends.
 */
export function findPasswordIssues(
  password: string,
  { field, email }: { field: string; email: string },
): Issue[] {
  const length = [...password].length
  if (length < LEAST) return [issue(field, `must have at least ${LEAST} characters`)]
  if (length > PASSWORD_LIMIT) return [issue(field, `must have at most ${PASSWORD_LIMIT} characters`)]
  const folded = emailKey(password)
  if (folded.trim() === emailKey(email)) return [issue(field, 'must not be the e-mail address')]
  common ??= readCommon()
  return common.has(folded) ? [issue(field, 'is one of the most common passwords: choose another')] : []
}

/** @throws Invalid (VALIDATION_ERROR) for a password that must not be chosen */
export function checkPassword(password: string, about: { field: string; email: string }): void {
  const issues = findPasswordIssues(password, about)
  if (issues.length > 0) throw new Invalid(issues)
}

let common: ReadonlySet<string> | undefined

/** Read with the first password that is chosen: most processes never need it. */
function readCommon(): ReadonlySet<string> {
  const lines = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('# ')))
}
