import type { Reader } from '../../platform/db/db.ts'
import type { PrivacyContext } from './context.ts'

/**
 * Reads as of one moment for the shell. A server reads beside its requests instead: a search for a person reads all texts,
 * which takes seconds with a million warranties.
 */
export function readFor<T>(
  { db, principal }: Pick<PrivacyContext, 'db' | 'principal'>,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  return 'permissions' in principal ? work(db.scan) : db.snapshot(work)
}
