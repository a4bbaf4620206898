import type { Issue } from '../../../platform/errors.ts'

/** Returns notes on a saved record as warnings of a response. */
export function toWarnings(field: string, notes: readonly string[]): Issue[] {
  return notes.map((message) => ({ field, message }))
}
