import { createHash } from 'node:crypto'
import { Outdated } from './errors.ts'

/** The versions of a record that a caller is ready to change; undefined: any. */
export type Expected = readonly string[] | undefined

/** Fields that change without anybody changing the record, and secrets that are shown once. */
const VOLATILE = ['updated_at', 'last_used_at', 'last_sign_in_at', 'crm_sync', 'token', 'link']

/** Returns a short text that differs between two states of a record. */
export function versionOf(record: object): string {
  const lasting = Object.entries(record).filter(([name]) => !VOLATILE.includes(name))
  return createHash('sha256').update(JSON.stringify(lasting)).digest('base64url').slice(0, 22)
}

/**
 * Call it in the transaction that changes the record.
 * @throws Outdated (PRECONDITION_FAILED) when the record, as its caller sees it, has another version
 */
export function checkVersion(expected: Expected, record: object): void {
  if (expected && !expected.includes(versionOf(record))) throw new Outdated()
}
